/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gatehash.c
 * @brief Driver of a gatehash stream top behind a bus bridge; see gatehash.h.
 */
#include "gatehash.h"

#include "gatehash_registers.h"

#define REGISTER(name) ((uintptr_t)offsetof(gatehash_t, name))
#define FIELD(value, name) (((value) & (uint32_t)(name##_bm)) >> (name##_bp))

#define VERSION_MAJOR 1u
#define WORD 4u
#define START 8u
#define CORE_WORD 8u

/* Place and length of a field in a configuration, in bytes. */
typedef struct {
    uint16_t at;
    uint8_t bytes;
} place;

/* A row of the table of functions. */
typedef struct {
    const char *name;
    uint8_t kind;
    uint16_t config_bytes;
    uint16_t plain_bytes;
    uint8_t head;
    uint8_t head_decrypt;
    uint32_t start;
    uint16_t digest_bits;
    uint8_t key_length;
    uint8_t ad_length;
    uint16_t shorter;
    place places[GATEHASH_FIELDS];
    uint8_t family;
} row;

static const row table[GATEHASH_FUNCTIONS] = {GATEHASH_FUNCTION_TABLE};

/* Half of a word that each configuration of a function has. */
typedef struct {
    uint16_t function;
    uint16_t at;
    uint32_t value;
} constant;

static const constant constants[] = {GATEHASH_CONSTANT_TABLE};

/* Bytes of a field that a user gives. */
typedef struct {
    const uint8_t *data;
    size_t bytes;
    int needed;
} given;

static uint32_t swap(uint32_t value)
{
    return value >> 24 | (value >> 8 & 0xff00u) | (value << 8 & 0xff0000u) | value << 24;
}

static uint32_t read_raw(const gatehash_bus *bus, uintptr_t offset)
{
    uintptr_t address = bus->base + offset;

    if (bus->read32 != NULL)
        return bus->read32(bus->context, address);
    return *(const volatile uint32_t *)address;
}

static uint32_t get(const gatehash_device *device, uintptr_t offset)
{
    uint32_t value = read_raw(&device->bus, offset);

    return device->swapped ? swap(value) : value;
}

static void put(const gatehash_device *device, uintptr_t offset, uint32_t value)
{
    const gatehash_bus *bus = &device->bus;
    uintptr_t address = bus->base + offset;

    if (device->swapped)
        value = swap(value);
    if (bus->write32 != NULL)
        bus->write32(bus->context, address, value);
    else
        *(volatile uint32_t *)address = value;
}

/* Byte 0 of a word is its lowest, whatever the processor's order. */
static uint32_t packed(const uint8_t *bytes, size_t count)
{
    uint32_t word = 0;
    size_t i;

    for (i = 0; i < count; i++)
        word |= (uint32_t)bytes[i] << 8u * (unsigned)i;
    return word;
}

/* The same of a whole word. */
static uint32_t whole(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static void unpack(uint8_t *bytes, uint32_t word)
{
    bytes[0] = (uint8_t)word;
    bytes[1] = (uint8_t)(word >> 8);
    bytes[2] = (uint8_t)(word >> 16);
    bytes[3] = (uint8_t)(word >> 24);
}

static void erase(volatile uint8_t *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        bytes[i] = 0;
}

/* Waits for an interrupt that is enabled for the time being, if the bus can wait. */
static void wait_for(const gatehash_device *device, uint32_t enable)
{
    if (device->bus.wait == NULL)
        return;
    put(device, REGISTER(interrupt_enable), enable);
    device->bus.wait(device->bus.context);
    put(device, REGISTER(interrupt_enable), 0);
}

/* Appends bytes of a word to the answer, as far as there is place. */
static void append(gatehash_device *device, uint32_t word, uint32_t bytes)
{
    size_t at = device->answered;

    device->answered += bytes;
    if (bytes == WORD && device->answered <= device->capacity) {
        unpack(device->answer + at, word);
        return;
    }
    for (; bytes != 0 && at < device->capacity; bytes--, word >>= 8)
        device->answer[at++] = (uint8_t)word;
}

/* Takes what has come of the answer, up to its end; returns whether there was anything. */
static int drain(gatehash_device *device)
{
    int taken = 0;

    while (!device->ended) {
        uint32_t about = get(device, REGISTER(answer));
        uint32_t words = FIELD(about, GATEHASH__ANSWER__WORDS);

        if (words == 0)
            break;
        /* The register is about the next word. Those in front of the newest are not the last. */
        for (; words > 2; words--)
            append(device, get(device, REGISTER(digest)), WORD);
        append(device, get(device, REGISTER(digest)), FIELD(about, GATEHASH__ANSWER__BYTES));
        device->ended = FIELD(about, GATEHASH__ANSWER__LAST) != 0;
        device->failed = FIELD(about, GATEHASH__ANSWER__ERROR) != 0;
        taken = 1;
    }
    return taken;
}

/* Ends the message; a failure makes the next one begin with a reset. */
static gatehash_status conclude(gatehash_device *device, gatehash_status status)
{
    erase(device->held, sizeof device->held);
    device->held_bytes = 0;
    device->open = 0;
    if (status != GATEHASH_OK)
        device->dirty = 1;
    return status;
}

/* Waits until there is room for a word of the message, and takes from the answer meanwhile. */
static gatehash_status make_room(gatehash_device *device)
{
    uint32_t left = device->bus.patience;

    while (device->room == 0) {
        device->room = FIELD(get(device, REGISTER(room)), GATEHASH__ROOM__MESSAGE);
        if (drain(device))
            left = device->bus.patience;
        if (device->room != 0)
            break;
        if (left-- == 0)
            return GATEHASH_ERROR_TIMEOUT;
        wait_for(device, GATEHASH__INTERRUPT_ENABLE__ROOM_bm | GATEHASH__INTERRUPT_ENABLE__DIGEST_bm);
    }
    return GATEHASH_OK;
}

/* Writes a word of the message. */
static gatehash_status put_message(gatehash_device *device, uintptr_t offset, uint32_t word)
{
    gatehash_status status = make_room(device);

    if (status == GATEHASH_OK) {
        put(device, offset, word);
        device->room--;
    }
    return status;
}

/* Writes words of the message that are not its last, as many at a time as there is room for. */
static gatehash_status put_words(gatehash_device *device, const uint8_t *bytes, size_t words)
{
    while (words != 0) {
        gatehash_status status = make_room(device);
        uint32_t now;

        if (status != GATEHASH_OK)
            return status;
        now = words < device->room ? (uint32_t)words : device->room;
        device->room -= now;
        words -= now;
        /* A register in memory, in the processor's order, needs no call and no swap. */
        if (device->bus.write32 == NULL && !device->swapped) {
            volatile uint32_t *message =
                (volatile uint32_t *)(device->bus.base + REGISTER(message));

            for (; now != 0; now--, bytes += WORD)
                *message = whole(bytes);
        }
        for (; now != 0; now--, bytes += WORD)
            put(device, REGISTER(message), whole(bytes));
    }
    return GATEHASH_OK;
}

/* Writes bytes of a configuration, with zeros up to a whole word of the core, and ends it or not. Its room
   has no interrupt: the design takes a configuration at once, and associated data nearly so. */
static gatehash_status put_config(gatehash_device *device, const uint8_t *config, size_t bytes, int ends)
{
    size_t at, padded = (bytes + CORE_WORD - 1) / CORE_WORD * CORE_WORD;

    for (at = 0; at < padded; at += WORD) {
        uint32_t left = device->bus.patience;
        int last = ends && at + WORD == padded;
        size_t here = at < bytes ? bytes - at : 0;

        while (FIELD(get(device, REGISTER(room)), GATEHASH__ROOM__CONFIGURATION) == 0)
            if (left-- == 0)
                return GATEHASH_ERROR_TIMEOUT;
        put(device, last ? REGISTER(configuration_last) : REGISTER(configuration),
            here >= WORD ? whole(config + at) : packed(config + (here != 0 ? at : 0), here));
    }
    return GATEHASH_OK;
}

/* Whether a length has more than 32 bits. */
static int longer_than_a_word(size_t length)
{
#if SIZE_MAX > UINT32_MAX
    return length > UINT32_MAX;
#else
    (void)length;
    return 0;
#endif
}

/* What a function's first byte has besides, in a design that has functions of several families. */
static uint8_t family_of(const gatehash_device *device, const row *function)
{
    unsigned number;

    for (number = 0; number < (unsigned)GATEHASH_FUNCTIONS; number++)
        if (gatehash_has(device, (gatehash_function)number) &&
            table[number].family != function->family)
            return function->family;
    return 0;
}

/* Puts what a user gives into a configuration, and tells its length. */
static gatehash_status fill(const row *function, const gatehash_parameters *parameters,
                            uint8_t *config, size_t *bytes)
{
    const place *where = function->places;
    uint32_t bits = parameters->digest_bits != 0 ? parameters->digest_bits : function->digest_bits;
    uint8_t digest_bits[8], counter[8], before[8];
    int in_parts = where[GATEHASH_FIELD_CHAINING].bytes != 0;
    int resumes = parameters->chaining != NULL;
    int keyed = function->key_length != 0 && parameters->key_bytes != 0;
    int keyed_hash = function->kind == GATEHASH_KIND_KEYED_HASH;
    /* The design has the key, which it held. */
    int again = keyed_hash && parameters->key == NULL && parameters->key_bytes == 0;
    /* The numbers are as long as their places, of which some are none. */
    const given all[GATEHASH_FIELDS] = {
        [GATEHASH_FIELD_DIGEST_BITS] = {digest_bits, where[GATEHASH_FIELD_DIGEST_BITS].bytes, 0},
        [GATEHASH_FIELD_KEY] = {parameters->key, parameters->key_bytes, !again},
        [GATEHASH_FIELD_TWEAK] = {parameters->tweak, parameters->tweak_bytes, 0},
        [GATEHASH_FIELD_NONCE] = {parameters->nonce, parameters->nonce_bytes, 1},
        [GATEHASH_FIELD_COUNTER] = {counter, where[GATEHASH_FIELD_COUNTER].bytes, 0},
        [GATEHASH_FIELD_SALT] = {parameters->salt, parameters->salt_bytes, 0},
        [GATEHASH_FIELD_CHAINING] = {parameters->chaining, parameters->chaining_bytes, 0},
        [GATEHASH_FIELD_BEFORE] = {resumes ? before : NULL,
                                   resumes ? where[GATEHASH_FIELD_BEFORE].bytes : 0u, 0},
        [GATEHASH_FIELD_PERSON] = {parameters->person, parameters->person_bytes, 0},
    };
    unsigned field, i;

    if ((parameters->digest_bits != 0 && where[GATEHASH_FIELD_DIGEST_BITS].bytes == 0) ||
        (parameters->counter != 0 && where[GATEHASH_FIELD_COUNTER].bytes == 0) ||
        (parameters->counter >> 32 != 0 && where[GATEHASH_FIELD_COUNTER].bytes == WORD) ||
        (parameters->before != 0 && !resumes) || (parameters->followed && !in_parts) ||
        (parameters->decrypt && function->kind != GATEHASH_KIND_CIPHER &&
         function->kind != GATEHASH_KIND_AUTHENTICATED_CIPHER) ||
        (parameters->ad_bytes != 0 && (function->ad_length == 0 || parameters->ad == NULL)) ||
        longer_than_a_word(parameters->ad_bytes) ||
        (parameters->hold && !keyed_hash) ||
        /* A configuration that tells the key's length has a key. */
        (keyed_hash && function->key_length != 0 && !keyed && !again))
        return GATEHASH_ERROR_PARAMETER;
    unpack(digest_bits, bits);
    if (where[GATEHASH_FIELD_DIGEST_BITS].bytes == 1) {
        if (bits % 8u != 0 || bits / 8u > 255u)
            return GATEHASH_ERROR_PARAMETER;
        unpack(digest_bits, bits / 8u);
    }
    unpack(digest_bits + WORD, 0);
    unpack(counter, (uint32_t)parameters->counter);
    unpack(counter + WORD, (uint32_t)(parameters->counter >> 32));
    unpack(before, (uint32_t)parameters->before);
    unpack(before + WORD, (uint32_t)(parameters->before >> 32));
    /* What begins a message has no chaining value; not every message has a key, or another one. */
    *bytes = resumes || keyed ? function->config_bytes : function->plain_bytes;
    if (again)
        *bytes = START;
    for (i = 0; i < *bytes; i++)
        config[i] = 0;
    if (*bytes > START)
        unpack(config + START, function->start);
    for (i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (&table[constants[i].function] == function && constants[i].at < *bytes)
            unpack(config + constants[i].at, constants[i].value);
    config[0] = parameters->decrypt ? function->head_decrypt : function->head;
    for (field = 0; field < GATEHASH_FIELDS; field++) {
        const given *what = &all[field];
        int shorter = function->shorter >> field & 1;

        if (what->data == NULL && what->bytes == 0 && !(what->needed && where[field].bytes != 0))
            continue;
        if ((what->data == NULL && what->bytes != 0) || what->bytes > where[field].bytes ||
            (what->bytes < where[field].bytes && !shorter))
            return GATEHASH_ERROR_PARAMETER;
        for (i = 0; i < what->bytes; i++)
            config[where[field].at + i] = what->data[i];
    }
    if (keyed)
        config[function->key_length] = (uint8_t)parameters->key_bytes;
    if (function->ad_length != 0)
        unpack(config + function->ad_length, (uint32_t)parameters->ad_bytes);
    if (in_parts) {
        if (resumes)
            config[0] |= (uint8_t)GATEHASH_HEAD_RESUMES;
        if (parameters->followed)
            config[0] |= (uint8_t)GATEHASH_HEAD_FOLLOWED;
    }
    /* Neither a key follows, nor a number of blocks. */
    if (again)
        config[0] = config[2] = 0;
    if (parameters->hold)
        config[0] |= (uint8_t)GATEHASH_HEAD_HOLDS;
    return GATEHASH_OK;
}

gatehash_status gatehash_reset(gatehash_device *device)
{
    uint32_t left;

    if (device == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    left = device->bus.patience;
    (void)conclude(device, GATEHASH_OK);
    put(device, REGISTER(interrupt_enable), 0);
    put(device, REGISTER(control), GATEHASH__CONTROL__RESET_bm);
    while (FIELD(get(device, REGISTER(status)), GATEHASH__STATUS__RESETTING) != 0)
        if (left-- == 0)
            return GATEHASH_ERROR_TIMEOUT;
    device->dirty = 0;
    device->room = 0;
    return GATEHASH_OK;
}

gatehash_status gatehash_open(gatehash_device *device, const gatehash_bus *bus)
{
    uint32_t id;

    if (device == NULL || bus == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    device->bus = *bus;
    device->swapped = 0;
    device->answer = NULL;
    device->capacity = 0;
    device->answered = 0;
    device->ended = 0;
    device->failed = 0;
    device->dirty = 1;
    device->room = 0;
    device->functions[0] = 0;
    device->functions[1] = 0;
    (void)conclude(device, GATEHASH_OK);
    id = read_raw(bus, REGISTER(id));
    if (id == swap(GATEHASH__ID__VALUE_reset))
        device->swapped = 1;
    else if (id != GATEHASH__ID__VALUE_reset)
        return GATEHASH_ERROR_DEVICE;
    if (FIELD(get(device, REGISTER(version)), GATEHASH__VERSION__MAJOR) != VERSION_MAJOR)
        return GATEHASH_ERROR_VERSION;
    device->functions[0] = get(device, REGISTER(functions));
    device->functions[1] = get(device, REGISTER(functions) + WORD);
    device->capability = get(device, REGISTER(capability));
    device->design = get(device, REGISTER(design));
    return gatehash_reset(device);
}

int gatehash_has(const gatehash_device *device, gatehash_function function)
{
    unsigned number = (unsigned)function;

    if (device == NULL || number >= (unsigned)GATEHASH_FUNCTIONS)
        return 0;
    return (device->functions[number / 32u] >> number % 32u & 1u) != 0;
}

gatehash_status gatehash_begin(gatehash_device *device, gatehash_function function,
                               const gatehash_parameters *parameters, uint8_t *answer,
                               size_t capacity)
{
    static const gatehash_parameters none;
    uint8_t config[GATEHASH_CONFIG_BYTES];
    size_t config_bytes = 0;
    gatehash_status status;

    if (device == NULL || (answer == NULL && capacity != 0) ||
        (unsigned)function >= (unsigned)GATEHASH_FUNCTIONS)
        return GATEHASH_ERROR_ARGUMENT;
    if (!gatehash_has(device, function))
        return GATEHASH_ERROR_FUNCTION;
    if (parameters == NULL)
        parameters = &none;
    status = fill(&table[function], parameters, config, &config_bytes);
    if (status == GATEHASH_OK)
        config[0] |= family_of(device, &table[function]);
    /* Without a configuration the hardware hashes whole messages to the digest of the function's
       name. */
    if (FIELD(device->capability, GATEHASH__CAPABILITY__CONFIGURED) == 0 &&
        ((parameters->digest_bits != 0 && parameters->digest_bits != table[function].digest_bits) ||
         parameters->chaining != NULL || parameters->followed))
        status = GATEHASH_ERROR_PARAMETER;
    if (status == GATEHASH_OK && (device->open || device->dirty))
        status = gatehash_reset(device);
    if (status != GATEHASH_OK) {
        erase(config, config_bytes);
        return status;
    }
    device->answer = answer;
    device->capacity = capacity;
    device->answered = 0;
    device->ended = 0;
    device->failed = 0;
    device->open = 1;
    if (FIELD(device->capability, GATEHASH__CAPABILITY__CONFIGURED) != 0)
        status = put_config(device, config, config_bytes, parameters->ad_bytes == 0);
    if (status == GATEHASH_OK && parameters->ad_bytes != 0)
        status = put_config(device, parameters->ad, parameters->ad_bytes, 1);
    erase(config, config_bytes);
    return status == GATEHASH_OK ? status : conclude(device, status);
}

gatehash_status gatehash_update(gatehash_device *device, const void *data, size_t length)
{
    const uint8_t *bytes = data;
    gatehash_status status = GATEHASH_OK;
    size_t words;

    if (device == NULL || (data == NULL && length != 0))
        return GATEHASH_ERROR_ARGUMENT;
    if (!device->open)
        return GATEHASH_ERROR_STATE;
    /* The last word is held back: it may be that of the message. */
    while (length != 0) {
        if (device->held_bytes == WORD) {
            status = put_message(device, REGISTER(message), whole(device->held));
            device->held_bytes = 0;
        } else if (device->held_bytes == 0 && length > WORD) {
            words = (length - 1) / WORD;
            status = put_words(device, bytes, words);
            bytes += WORD * words;
            length -= WORD * words;
        } else {
            device->held[device->held_bytes++] = *bytes++;
            length--;
        }
        if (status != GATEHASH_OK)
            return conclude(device, status);
    }
    return GATEHASH_OK;
}

gatehash_status gatehash_finish(gatehash_device *device, size_t *length)
{
    gatehash_status status;
    uint32_t left;

    if (device == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    if (!device->open)
        return GATEHASH_ERROR_STATE;
    status = put_message(device, REGISTER(message_last) + WORD * device->held_bytes,
                         packed(device->held, device->held_bytes));
    left = device->bus.patience;
    while (status == GATEHASH_OK && !device->ended) {
        if (drain(device)) {
            left = device->bus.patience;
        } else if (left-- == 0) {
            status = GATEHASH_ERROR_TIMEOUT;
        } else {
            wait_for(device, GATEHASH__INTERRUPT_ENABLE__DIGEST_bm);
        }
    }
    if (status == GATEHASH_OK && device->failed)
        status = GATEHASH_ERROR_REFUSED;
    /* What was decrypted before its tag failed is not to be used. */
    if (status == GATEHASH_ERROR_REFUSED)
        erase(device->answer, device->answered < device->capacity ? device->answered : device->capacity);
    if (status == GATEHASH_OK && device->answered > device->capacity)
        status = GATEHASH_ERROR_CAPACITY;
    if (length != NULL)
        *length = device->answered < device->capacity ? device->answered : device->capacity;
    return conclude(device, status);
}

const char *gatehash_describe(gatehash_status status)
{
    switch (status) {
    case GATEHASH_OK:
        return "done";
    case GATEHASH_ERROR_ARGUMENT:
        return "an argument is missing or out of range";
    case GATEHASH_ERROR_DEVICE:
        return "no bridge at this address";
    case GATEHASH_ERROR_VERSION:
        return "registers of another version";
    case GATEHASH_ERROR_FUNCTION:
        return "the design has no such function";
    case GATEHASH_ERROR_PARAMETER:
        return "a parameter is missing, not taken or of a wrong length";
    case GATEHASH_ERROR_STATE:
        return "no message has begun";
    case GATEHASH_ERROR_TIMEOUT:
        return "time-out";
    case GATEHASH_ERROR_REFUSED:
        return "the design answered with an error";
    case GATEHASH_ERROR_CAPACITY:
        return "the answer is longer than its place";
    }
    return "unknown status";
}
