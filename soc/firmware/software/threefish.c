/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file threefish.c
 * @brief Threefish, encryption, Skein, Skein-MAC and Skein as a tree (Skein 1.3).
 */
#include "bytes.h"
#include "constants.h"
#include "software.h"

#define MOST_WORDS 16
#define PARITY UINT64_C(0x1bd11bdaa9fc1a22)

#define TYPE_KEY 0u
#define TYPE_CONFIGURATION 4u
#define TYPE_MESSAGE 48u
#define TYPE_OUTPUT 63u
#define FIRST (UINT64_C(1) << 62)
#define FINAL (UINT64_C(1) << 63)
/* Of a tree over a message of 2**64 bytes, with nodes of two results. */
#define MOST_LEVELS 60

/* Words of a key and a tweak with the parity words behind them. */
typedef struct {
    uint64_t key[MOST_WORDS + 1];
    uint64_t tweak[3];
} schedule;

static void extend(schedule *s, unsigned words)
{
    unsigned i;

    s->key[words] = PARITY;
    for (i = 0; i < words; i++)
        s->key[words] ^= s->key[i];
    s->tweak[2] = s->tweak[0] ^ s->tweak[1];
}

/* Word i of subkey n. */
static inline uint64_t subkey(const schedule *s, unsigned words, unsigned n, unsigned i)
{
    uint64_t word = s->key[(n + i) % (words + 1)];

    if (i == words - 3)
        word += s->tweak[n % 3];
    if (i == words - 2)
        word += s->tweak[(n + 1) % 3];
    if (i == words - 1)
        word += n;
    return word;
}

static inline void add_subkey(uint64_t *v, const schedule *s, unsigned words, unsigned n)
{
    unsigned i;

    for (i = 0; i < words; i++)
        v[i] += subkey(s, words, n, i);
}

/* The words keep their places: the lists of four rounds have the permutation in them. */
#define MIX(a, b, distance) \
    v[a] += v[b];           \
    v[b] = rotl64(v[b], distance) ^ v[a];

#define CIPHER(words, rounds)                                             \
    static void encrypt_##words(const schedule *s, uint64_t *v)           \
    {                                                                     \
        unsigned n;                                                       \
                                                                          \
        for (n = 0; n + 1 < (rounds) / 4; n += 2) {                       \
            add_subkey(v, s, words, n);                                   \
            THREEFISH_##words##_EVEN(MIX) add_subkey(v, s, words, n + 1); \
            THREEFISH_##words##_ODD(MIX)                                  \
        }                                                                 \
        add_subkey(v, s, words, (rounds) / 4);                            \
    }

CIPHER(4, THREEFISH_4_ROUNDS)
CIPHER(8, THREEFISH_8_ROUNDS)
CIPHER(16, THREEFISH_16_ROUNDS)

static void encrypt(const schedule *s, unsigned words, uint64_t *v)
{
    if (words == 4)
        encrypt_4(s, v);
    else if (words == 8)
        encrypt_8(s, v);
    else
        encrypt_16(s, v);
}

SOFTWARE_COMPUTE(software_threefish)
{
    unsigned words = self->variant, i;
    schedule s;
    uint64_t v[MOST_WORDS];
    size_t at;

    for (i = 0; i < words; i++)
        s.key[i] = load64_le(parameters->key + 8 * i);
    for (i = 0; i < 2; i++)
        s.tweak[i] = parameters->tweak == NULL ? 0 : load64_le(parameters->tweak + 8 * i);
    /* The tweak of block n has n added to its low half. */
    for (at = 0; at < length; at += 8 * words, s.tweak[0]++) {
        extend(&s, words);
        for (i = 0; i < words; i++)
            v[i] = load64_le(message + at + 8 * i);
        encrypt(&s, words, v);
        for (i = 0; i < words; i++)
            store64_le(answer + at + 8 * i, v[i]);
    }
}

/* Chains a block of `size` bytes, filled up with zeros, into the state, which is the key of each block. */
static void chain(schedule *s, unsigned words, const uint8_t *block, size_t size)
{
    uint64_t m[MOST_WORDS], v[MOST_WORDS];
    uint8_t filled[8 * MOST_WORDS] = {0};
    unsigned i;

    memcpy(filled, block, size);
    extend(s, words);
    for (i = 0; i < words; i++)
        v[i] = m[i] = load64_le(filled + 8 * i);
    encrypt(s, words, v);
    for (i = 0; i < words; i++)
        s->key[i] = v[i] ^ m[i];
}

/* UBI: chains an argument into the state. */
static void ubi(schedule *s, unsigned words, unsigned type, const uint8_t *data, size_t length)
{
    uint64_t first = FIRST;
    size_t block = 8 * words, at = 0;

    do {
        int last = length - at <= block;

        s->tweak[0] = last ? length : at + block;
        s->tweak[1] = (uint64_t)type << 56 | first | (last ? FINAL : 0);
        chain(s, words, data + at, last ? length - at : block);
        first = 0;
        at += block;
    } while (at < length);
}

/* The state behind the configuration; the last 16 bytes of it are those of a tree, or zeros. */
static void configure(schedule *s, const software *self, const uint8_t *tree)
{
    uint8_t configuration[32] = {'S', 'H', 'A', '3', 1, 0};

    store64_le(configuration + 8, 8 * self->digest_bytes);
    memcpy(configuration + 16, tree, 16);
    ubi(s, self->variant, TYPE_CONFIGURATION, configuration, sizeof configuration);
}

/* The digest is a state: the output function has one block. */
static void output(schedule *s, unsigned words, uint8_t *answer)
{
    static const uint8_t counter[8];
    unsigned i;

    ubi(s, words, TYPE_OUTPUT, counter, sizeof counter);
    for (i = 0; i < words; i++)
        store64_le(answer + 8 * i, s->key[i]);
}

/* Skein behind an argument of the type of a key, unless there is none (Skein 1.3, section 3.5.4). */
static void skein(const software *self, const uint8_t *key, size_t key_bytes, const uint8_t *message,
                  size_t length, uint8_t *answer)
{
    static const uint8_t no_tree[16];
    unsigned words = self->variant;
    schedule s;

    memset(&s, 0, sizeof s);
    if (key_bytes != 0)
        ubi(&s, words, TYPE_KEY, key, key_bytes);
    configure(&s, self, no_tree);
    ubi(&s, words, TYPE_MESSAGE, message, length);
    output(&s, words, answer);
}

SOFTWARE_COMPUTE(software_skein)
{
    (void)parameters;
    skein(self, NULL, 0, message, length, answer);
}

SOFTWARE_COMPUTE(software_skein_mac)
{
    skein(self, parameters->key, parameters->key_bytes, message, length, answer);
}

/* A message as a tree: level 1 has the leaves, and `root` is the level of a single node. */
typedef struct {
    const uint8_t *message;
    size_t length;
    unsigned words, root;
    uint64_t start[MOST_WORDS];       /* state behind the configuration */
    uint64_t blocks[MOST_LEVELS + 1]; /* of each level: of the message, or results of the level below */
} tree;

/* Chains the blocks of a node of a level into the key of `result` (section 3.5.6). */
static void chain_node(const tree *t, unsigned level, uint64_t at, schedule *result)
{
    unsigned bits = level == 1 ? SKEIN_TREE_LEAF : SKEIN_TREE_FAN, i;
    size_t block = 8 * t->words;
    uint64_t first = level == t->root ? 0 : at << bits;
    uint64_t end = level == t->root ? t->blocks[level] : (at + 1) << bits;
    uint64_t place;

    if (end > t->blocks[level])
        end = t->blocks[level];
    memcpy(result->key, t->start, sizeof t->start);
    for (place = first; place < end; place++) {
        uint64_t size = block;
        uint8_t below[8 * MOST_WORDS];
        const uint8_t *from = below;

        if (level == 1) {
            from = t->message + block * place;
            if (size > t->length - block * place)
                size = t->length - block * place;
        } else {
            schedule node;

            chain_node(t, level - 1, place, &node);
            for (i = 0; i < t->words; i++)
                store64_le(below + 8 * i, node.key[i]);
        }
        result->tweak[0] = block * place + size;
        result->tweak[1] = (uint64_t)TYPE_MESSAGE << 56 | (uint64_t)level << 48 |
                           (place == first ? FIRST : 0) | (place + 1 == end ? FINAL : 0);
        chain(result, t->words, from, size);
    }
}

SOFTWARE_COMPUTE(software_skein_tree)
{
    static const uint8_t parameters_of_tree[16] = {SKEIN_TREE_LEAF, SKEIN_TREE_FAN, SKEIN_TREE_HEIGHT};
    size_t block = 8 * self->variant;
    schedule s;
    tree t;

    (void)parameters;
    memset(&s, 0, sizeof s);
    configure(&s, self, parameters_of_tree);
    t.message = message;
    t.length = length;
    t.words = self->variant;
    memcpy(t.start, s.key, sizeof t.start);
    t.blocks[1] = length == 0 ? 1 : length / block + (length % block != 0);
    for (t.root = 1; t.root < SKEIN_TREE_HEIGHT; t.root++) {
        unsigned bits = t.root == 1 ? SKEIN_TREE_LEAF : SKEIN_TREE_FAN;
        uint64_t nodes = ((t.blocks[t.root] - 1) >> bits) + 1;

        if (nodes == 1)
            break;
        t.blocks[t.root + 1] = nodes;
    }
    chain_node(&t, t.root, 0, &s);
    output(&s, t.words, answer);
}
