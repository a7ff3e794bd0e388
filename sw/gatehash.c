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
#define NO_KEY ((unsigned)GATEHASH_FUNCTIONS)

/* Place and length in bytes of a field in a configuration, and the fewest bytes that it may have. */
typedef struct {
    uint16_t at;
    uint8_t bytes;
    uint8_t least;
} place;

/* A row of the table of functions. */
typedef struct {
    uint8_t kind;
    uint16_t config_bytes;
    uint16_t plain_bytes;
    uint8_t head;
    uint8_t head_decrypt;
    uint8_t family;
    uint32_t start;
    uint32_t digest_bits;
    uint32_t digest_least;
    uint32_t digest_most;
    uint8_t key_length;
    uint8_t key_hash;
    uint8_t ad_length;
    uint8_t counter_bits;
    uint8_t before_step;
    uint8_t holds;
    uint16_t needed;
    uint16_t encoded;
    place places[GATEHASH_FIELDS];
} row;

static const row table[GATEHASH_ROWS] = {GATEHASH_FUNCTION_TABLE};

/* A function of a row behind those of all functions, and one that tells the designs with this row. */
typedef struct {
    uint8_t function;
    uint8_t beside;
} other;

static const other others[] = {GATEHASH_OTHER_TABLE};

/* Half of a word that each configuration of a row has. */
typedef struct {
    uint16_t row;
    uint16_t at;
    uint32_t value;
} constant;

static const constant constants[] = {GATEHASH_CONSTANT_TABLE};

static uint32_t swap(uint32_t value)
{
    return value >> 24 | (value >> 8 & 0xff00u) | (value << 8 & 0xff0000u) | value << 24;
}

/* Reads a register; 0 once the bus has reported an error. */
static uint32_t get(gatehash_device *device, uintptr_t offset)
{
    const gatehash_bus *bus = &device->bus;
    uintptr_t address = bus->base + offset;
    uint32_t value = 0;

    if (device->broken)
        return 0;
    if (bus->read32 == NULL) {
        value = *(const volatile uint32_t *)address;
    } else if (bus->read32(bus->context, address, &value) != 0) {
        device->broken = 1;
        return 0;
    }
    return device->swapped ? swap(value) : value;
}

/* Writes a register; nothing once the bus has reported an error. */
static void put(gatehash_device *device, uintptr_t offset, uint32_t value)
{
    const gatehash_bus *bus = &device->bus;
    uintptr_t address = bus->base + offset;

    if (device->broken)
        return;
    if (device->swapped)
        value = swap(value);
    if (bus->write32 == NULL)
        *(volatile uint32_t *)address = value;
    else
        device->broken = bus->write32(bus->context, address, value) != 0;
}

/* Whether a wait that has moved nothing may go on. */
static int may_wait(const gatehash_device *device, uint32_t *left)
{
    if (device->broken || *left == 0)
        return 0;
    --*left;
    return 1;
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

/* Writes that a compiler does not leave out. */
static void erase(volatile uint8_t *bytes, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        bytes[i] = 0;
}

#ifndef GATEHASH_NO_LONG_KEYS
#include "gatehash_keys.h"
#endif

/* Waits for an interrupt that is enabled for the time being, if the bus can wait. */
static void wait_for(gatehash_device *device, uint32_t enable)
{
    if (device->bus.wait == NULL)
        return;
    put(device, REGISTER(interrupt_enable), enable);
    if (!device->broken)
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

/* Takes what has come of the answer, up to its end; returns whether there was anything. More than a
   message and the longest digest have is no answer. */
static int drain(gatehash_device *device)
{
    int taken = 0;

    while (!device->ended && !device->broken) {
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
        if (device->answered > device->sent + GATEHASH_ANSWER_BYTES)
            device->broken = 1;
    }
    return taken && !device->broken;
}

/* Bytes of the answer that found place. */
static size_t delivered(const gatehash_device *device)
{
    return device->answered < device->capacity ? device->answered : device->capacity;
}

/* Begins a reset of the bridge and the design, which erases message and key. */
static void forget(gatehash_device *device)
{
    device->dirty = 1;
    device->key_of = NO_KEY;
    put(device, REGISTER(interrupt_enable), 0);
    put(device, REGISTER(control), GATEHASH__CONTROL__RESET_bm);
}

/* No message is under way. */
static void close_message(gatehash_device *device)
{
    erase(device->held, sizeof device->held);
    device->held_bytes = 0;
    device->open = 0;
    device->whole = 0;
}

/* Ends the message. One that fails is erased, also what has come of its answer; the next one waits for
   the reset's end. */
static gatehash_status conclude(gatehash_device *device, gatehash_status status)
{
    if (device->broken)
        status = GATEHASH_ERROR_BUS;
    close_message(device);
    if (status != GATEHASH_OK) {
        if (status != GATEHASH_ERROR_CAPACITY && device->answered != 0)
            erase(device->answer, delivered(device));
        forget(device);
    }
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
        if (!may_wait(device, &left))
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
        device->sent += WORD * now;
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
            if (!may_wait(device, &left))
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

/* Returns the row of a function in a design. */
static const row *row_of(const gatehash_device *device, gatehash_function function)
{
    unsigned i;

    for (i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i].function == (unsigned)function &&
            gatehash_has(device, (gatehash_function)others[i].beside))
            return &table[(unsigned)GATEHASH_FUNCTIONS + i];
    return &table[function];
}

/* Whether a design has functions of several families, which the first byte tells apart. */
static int several_families(const gatehash_device *device)
{
    unsigned number, first = GATEHASH_FUNCTIONS;

    for (number = 0; number < (unsigned)GATEHASH_FUNCTIONS; number++) {
        if (!gatehash_has(device, (gatehash_function)number))
            continue;
        if (first == (unsigned)GATEHASH_FUNCTIONS)
            first = number;
        if (table[number].family != table[first].family)
            return 1;
    }
    return 0;
}

/* Whether a number of a user's is one that a function takes. */
static int numbers_fit(const row *function, const gatehash_parameters *parameters)
{
    uint32_t bits = parameters->digest_bits;
    uint64_t before = parameters->before;

    if (function->digest_most == 0) {
        if (bits != 0 && bits != function->digest_bits)
            return 0;
    } else if (bits != 0 && (bits % 8u != 0 || bits < function->digest_least ||
                             bits > function->digest_most)) {
        return 0;
    }
    /* A part that begins has none before it. */
    if (before != 0 && (function->before_step == 0 || parameters->chaining == NULL ||
                        before % function->before_step != 0 || before >> GATEHASH_BEFORE_BITS != 0))
        return 0;
    return function->counter_bits == 64 || parameters->counter >> function->counter_bits == 0;
}

/* Whether choices of a user's are those of a function, and go together. */
static int choices_fit(const row *function, const gatehash_parameters *parameters)
{
    int ciphers = function->kind == GATEHASH_KIND_CIPHER ||
                  function->kind == GATEHASH_KIND_AUTHENTICATED_CIPHER;

    if ((parameters->followed && function->before_step == 0) || (parameters->decrypt && !ciphers) ||
        ((parameters->hold || parameters->again) && !function->holds))
        return 0;
    if (parameters->again && (parameters->key != NULL || parameters->key_bytes != 0 ||
                              parameters->custom != NULL || parameters->custom_bytes != 0))
        return 0;
    if (function->ad_length == 0)
        return parameters->ad == NULL && parameters->ad_bytes == 0;
    return (parameters->ad != NULL || parameters->ad_bytes == 0) &&
           !longer_than_a_word(parameters->ad_bytes);
}

/* Whether a user gives more than a design without configurations takes: whole messages alone, to the
   digest of the function's name. */
static int gives_more(const row *function, const gatehash_parameters *parameters)
{
    return (parameters->digest_bits != 0 && parameters->digest_bits != function->digest_bits) ||
           parameters->key != NULL || parameters->tweak != NULL || parameters->nonce != NULL ||
           parameters->salt != NULL || parameters->person != NULL || parameters->chaining != NULL ||
           parameters->custom != NULL || parameters->counter != 0 || parameters->followed ||
           parameters->decrypt;
}

/* Puts a length in bytes, at most 255, in front of a string, in bits and behind the number of bytes that
   this number takes (left_encode of SP 800-185); returns how many bytes that are. */
static size_t put_length(uint8_t *config, size_t bytes)
{
    config[0] = bytes < 32u ? 1u : 2u;
    if (bytes < 32u) {
        config[1] = (uint8_t)(bytes << 3);
        return 2;
    }
    config[1] = (uint8_t)(bytes >> 5);
    config[2] = (uint8_t)(bytes << 3);
    return 3;
}

/* Puts a field into a configuration; returns whether it is one that the function takes. */
static int put_field(uint8_t *config, const row *function, unsigned field, const uint8_t *data,
                     size_t bytes)
{
    const place *where = &function->places[field];
    size_t i, at = where->at;

    if (data == NULL) {
        if (bytes != 0 || (function->needed >> field & 1u) != 0)
            return 0;
    } else if (where->bytes == 0 || bytes < where->least || bytes > where->bytes) {
        return 0;
    }
    if ((function->encoded >> field & 1u) != 0)
        at += put_length(config + at, bytes);
    for (i = 0; i < bytes; i++)
        config[at + i] = data[i];
    return 1;
}

/* Puts a number into a configuration, as far as it has a place. */
static void put_number(uint8_t *config, const row *function, unsigned field, uint64_t value)
{
    const place *where = &function->places[field];
    unsigned i;

    for (i = 0; i < where->bytes; i++)
        config[where->at + i] = (uint8_t)(value >> 8u * i);
}

/* Puts the key of a message into a configuration; one of HMAC that is longer than a block is hashed. */
static int put_key(uint8_t *config, const row *function, const gatehash_parameters *parameters)
{
    const uint8_t *key = parameters->key;
    size_t bytes = parameters->key_bytes;
    int fits;
#ifndef GATEHASH_NO_LONG_KEYS
    uint8_t digest[GATEHASH_LONGEST_DIGEST] = {0};

    if (key != NULL && function->key_hash != (uint8_t)GATEHASH_FUNCTIONS &&
        bytes > function->places[GATEHASH_FIELD_KEY].bytes) {
        bytes = gatehash_hash_key(function->key_hash, table[function->key_hash].digest_bits, key, bytes,
                                  digest);
        key = digest;
    }
#endif
    fits = put_field(config, function, GATEHASH_FIELD_KEY, key, bytes);
#ifndef GATEHASH_NO_LONG_KEYS
    if (key == digest)
        erase(digest, sizeof digest);
#endif
    return fits;
}

/* Puts what a user gives into a configuration, and tells its length. */
static gatehash_status fill(const row *function, const gatehash_parameters *parameters,
                            uint8_t *config, size_t *bytes)
{
    const place *where = function->places;
    int resumes = parameters->chaining != NULL;
    int keyed = function->key_length != 0 && parameters->key != NULL;
    uint32_t digest = parameters->digest_bits != 0 ? parameters->digest_bits : function->digest_bits;
    unsigned i;

    *bytes = 0;
    if (!numbers_fit(function, parameters) || !choices_fit(function, parameters))
        return GATEHASH_ERROR_PARAMETER;
    /* What begins a message has no chaining value; not every message has a key, or another one. */
    *bytes = resumes || keyed ? function->config_bytes : function->plain_bytes;
    if (parameters->again)
        *bytes = START;
    for (i = 0; i < *bytes; i++)
        config[i] = 0;
    if (*bytes > START)
        unpack(config + START, function->start);
    for (i = 0; i < sizeof constants / sizeof constants[0]; i++)
        if (&table[constants[i].row] == function && constants[i].at < *bytes)
            unpack(config + constants[i].at, constants[i].value);
    config[0] = parameters->decrypt ? function->head_decrypt : function->head;
    if (!put_field(config, function, GATEHASH_FIELD_TWEAK, parameters->tweak, parameters->tweak_bytes) ||
        !put_field(config, function, GATEHASH_FIELD_NONCE, parameters->nonce, parameters->nonce_bytes) ||
        !put_field(config, function, GATEHASH_FIELD_SALT, parameters->salt, parameters->salt_bytes) ||
        !put_field(config, function, GATEHASH_FIELD_CHAINING, parameters->chaining,
                   parameters->chaining_bytes) ||
        !put_field(config, function, GATEHASH_FIELD_PERSON, parameters->person,
                   parameters->person_bytes) ||
        (!parameters->again && (!put_field(config, function, GATEHASH_FIELD_CUSTOM,
                                           parameters->custom, parameters->custom_bytes) ||
                                !put_key(config, function, parameters))))
        return GATEHASH_ERROR_PARAMETER;
    /* A byte counts bytes. */
    put_number(config, function, GATEHASH_FIELD_DIGEST_BITS,
               where[GATEHASH_FIELD_DIGEST_BITS].bytes == 1 ? digest / 8u : digest);
    put_number(config, function, GATEHASH_FIELD_COUNTER, parameters->counter);
    if (resumes)
        put_number(config, function, GATEHASH_FIELD_BEFORE, parameters->before);
    if (keyed)
        config[function->key_length] = (uint8_t)parameters->key_bytes;
    if (function->ad_length != 0)
        unpack(config + function->ad_length, (uint32_t)parameters->ad_bytes);
    if (resumes)
        config[0] |= (uint8_t)GATEHASH_HEAD_RESUMES;
    if (parameters->followed)
        config[0] |= (uint8_t)GATEHASH_HEAD_FOLLOWED;
    /* Neither a key follows, nor a number of blocks. */
    if (parameters->again)
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
    device->broken = 0;
    close_message(device);
    forget(device);
    while (FIELD(get(device, REGISTER(status)), GATEHASH__STATUS__RESETTING) != 0)
        if (!may_wait(device, &left))
            return device->broken ? GATEHASH_ERROR_BUS : GATEHASH_ERROR_TIMEOUT;
    if (device->broken)
        return GATEHASH_ERROR_BUS;
    device->dirty = 0;
    device->room = 0;
    return GATEHASH_OK;
}

/* Writes an enable whose interrupt can't be pending and reads it back, set and not set. */
static gatehash_status try_writes(gatehash_device *device)
{
    uint32_t set, cleared;

    put(device, REGISTER(interrupt_enable), GATEHASH__INTERRUPT_ENABLE__DIGEST_bm);
    set = get(device, REGISTER(interrupt_enable));
    put(device, REGISTER(interrupt_enable), 0);
    cleared = get(device, REGISTER(interrupt_enable));
    return device->broken || set != GATEHASH__INTERRUPT_ENABLE__DIGEST_bm || cleared != 0
               ? GATEHASH_ERROR_BUS
               : GATEHASH_OK;
}

gatehash_status gatehash_open(gatehash_device *device, const gatehash_bus *bus)
{
    gatehash_status status;
    uint32_t id, version, functions[2];

    if (device == NULL || bus == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    device->bus = *bus;
    device->swapped = 0;
    device->broken = 0;
    device->answer = NULL;
    device->capacity = 0;
    device->answered = 0;
    device->ended = 0;
    device->failed = 0;
    device->dirty = 1;
    device->key_of = NO_KEY;
    device->next_key_of = NO_KEY;
    device->room = 0;
    device->sent = 0;
    /* A device that is not open has no function. */
    device->functions[0] = 0;
    device->functions[1] = 0;
    device->families = 0;
    close_message(device);
    id = get(device, REGISTER(id));
    if (device->broken)
        return GATEHASH_ERROR_BUS;
    if (id == swap(GATEHASH__ID__VALUE_reset))
        device->swapped = 1;
    else if (id != GATEHASH__ID__VALUE_reset)
        return GATEHASH_ERROR_DEVICE;
    version = get(device, REGISTER(version));
    functions[0] = get(device, REGISTER(functions));
    functions[1] = get(device, REGISTER(functions) + WORD);
    device->capability = get(device, REGISTER(capability));
    device->design = get(device, REGISTER(design));
    if (device->broken)
        return GATEHASH_ERROR_BUS;
    if (FIELD(version, GATEHASH__VERSION__MAJOR) != VERSION_MAJOR)
        return GATEHASH_ERROR_VERSION;
    status = gatehash_reset(device);
    if (status == GATEHASH_OK)
        status = try_writes(device);
    if (status == GATEHASH_OK) {
        device->functions[0] = functions[0];
        device->functions[1] = functions[1];
        device->families = several_families(device);
    }
    return status;
}

int gatehash_has(const gatehash_device *device, gatehash_function function)
{
    unsigned number = (unsigned)function;

    if (device == NULL || number >= (unsigned)GATEHASH_FUNCTIONS)
        return 0;
    return (device->functions[number / 32u] >> number % 32u & 1u) != 0;
}

size_t gatehash_digest_bytes(gatehash_function function)
{
    return (unsigned)function < (unsigned)GATEHASH_FUNCTIONS ? table[function].digest_bits / 8u : 0;
}

gatehash_status gatehash_begin(gatehash_device *device, gatehash_function function,
                               const gatehash_parameters *parameters, uint8_t *answer,
                               size_t capacity)
{
    static const gatehash_parameters none = GATEHASH_NO_PARAMETERS;
    uint8_t config[GATEHASH_CONFIG_BYTES];
    size_t config_bytes = 0;
    gatehash_status status = GATEHASH_OK;
    const row *found;
    int configured;

    if (device == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    /* Whatever follows, the message that is under way does not go on. */
    if (device->open)
        status = gatehash_reset(device);
    if (status != GATEHASH_OK)
        return status;
    if ((answer == NULL && capacity != 0) || (unsigned)function >= (unsigned)GATEHASH_FUNCTIONS)
        return GATEHASH_ERROR_ARGUMENT;
    if (!gatehash_has(device, function))
        return GATEHASH_ERROR_FUNCTION;
    if (parameters == NULL)
        parameters = &none;
    configured = FIELD(device->capability, GATEHASH__CAPABILITY__CONFIGURED) != 0;
    found = row_of(device, function);
    status = fill(found, parameters, config, &config_bytes);
    if ((!configured && gives_more(found, parameters)) ||
        (parameters->again && device->key_of != (unsigned)function))
        status = GATEHASH_ERROR_PARAMETER;
    if (status == GATEHASH_OK && device->dirty)
        status = gatehash_reset(device);
    if (status != GATEHASH_OK) {
        erase(config, config_bytes);
        return status;
    }
    if (device->families)
        config[0] |= found->family;
    device->answer = answer;
    device->capacity = capacity;
    device->answered = 0;
    device->ended = 0;
    device->failed = 0;
    device->sent = 0;
    device->key_of = NO_KEY;
    device->next_key_of = parameters->hold ? (unsigned)function : NO_KEY;
    device->open = 1;
    if (configured)
        status = put_config(device, config, config_bytes, parameters->ad_bytes == 0);
    if (status == GATEHASH_OK && parameters->ad_bytes != 0)
        status = put_config(device, parameters->ad, parameters->ad_bytes, 1);
    erase(config, config_bytes);
    return status == GATEHASH_OK && !device->broken ? status : conclude(device, status);
}

gatehash_status gatehash_update(gatehash_device *device, const void *data, size_t length)
{
    const uint8_t *bytes = (const uint8_t *)data;
    gatehash_status status = GATEHASH_OK;
    size_t words;

    if (device == NULL || (!device->open && data == NULL && length != 0))
        return GATEHASH_ERROR_ARGUMENT;
    if (!device->open)
        return GATEHASH_ERROR_STATE;
    if (data == NULL && length != 0)
        return conclude(device, GATEHASH_ERROR_ARGUMENT);
    if (device->whole)
        return conclude(device, GATEHASH_ERROR_STATE);
    /* The last word is held back: it may be that of the message. */
    while (length != 0) {
        if (device->held_bytes == WORD) {
            status = put_message(device, REGISTER(message), whole(device->held));
            device->sent += WORD;
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
        if (status != GATEHASH_OK || device->broken)
            return conclude(device, status);
    }
    return GATEHASH_OK;
}

/* Writes the last word of the message, unless that is done. */
static gatehash_status send_last(gatehash_device *device)
{
    gatehash_status status = GATEHASH_OK;

    if (device->whole)
        return GATEHASH_OK;
    status = put_message(device, REGISTER(message_last) + WORD * device->held_bytes,
                         packed(device->held, device->held_bytes));
    device->sent += device->held_bytes;
    device->whole = 1;
    /* A write that got lost is not in the bridge's count. */
    if (status == GATEHASH_OK && get(device, REGISTER(message_bytes)) != (uint32_t)device->sent)
        status = GATEHASH_ERROR_BUS;
    return status;
}

gatehash_status gatehash_end(gatehash_device *device)
{
    gatehash_status status;

    if (device == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    if (!device->open)
        return GATEHASH_ERROR_STATE;
    status = send_last(device);
    return status == GATEHASH_OK && !device->broken ? status : conclude(device, status);
}

gatehash_status gatehash_poll(gatehash_device *device, int *done)
{
    if (device == NULL || done == NULL)
        return GATEHASH_ERROR_ARGUMENT;
    *done = 0;
    if (!device->open)
        return GATEHASH_ERROR_STATE;
    (void)drain(device);
    if (device->broken)
        return conclude(device, GATEHASH_ERROR_BUS);
    *done = device->whole && device->ended;
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
    status = send_last(device);
    left = device->bus.patience;
    while (status == GATEHASH_OK && !device->ended) {
        if (drain(device))
            left = device->bus.patience;
        else if (!may_wait(device, &left))
            status = GATEHASH_ERROR_TIMEOUT;
        else
            wait_for(device, GATEHASH__INTERRUPT_ENABLE__DIGEST_bm);
    }
    if (status == GATEHASH_OK && device->failed)
        status = GATEHASH_ERROR_REFUSED;
    if (status == GATEHASH_OK && device->answered > device->capacity)
        status = GATEHASH_ERROR_CAPACITY;
    if (length != NULL)
        *length = delivered(device);
    status = conclude(device, status);
    if (status == GATEHASH_OK)
        device->key_of = device->next_key_of;
    return status;
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
    case GATEHASH_ERROR_BUS:
        return "the bus reported an error, lost a write, or has an answer without an end";
    }
    return "unknown status";
}
