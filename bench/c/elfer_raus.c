/* Elfer raus! by hand in C, the yardstick for the compiled Python: the same rules (docs/rules/elfer_raus.md), the same
 * generators, uniformly random legal play. Same seeds give the same games, so the two are compared game by game.
 *
 *   elfer_raus PLAYERS GAMES SEED
 *
 * prints: decisions, sum of all scores, wins of each seat, seconds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLOURS = 4, END_TURN = 80, ELEVEN = 1 << 11, NUMBERS = (1 << 21) - 2 };

typedef struct {
    uint32_t key[8], nonce[2], block[16];
    uint64_t counter;
    int left;
    int players, seat, over, ply, reveals, laid;
    uint32_t rows[COLOURS], stock[COLOURS], hands[6][COLOURS], lacks[6][COLOURS];
} State;

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define QUARTER(a, b, c, d)                                                                       \
    a += b, d = ROTATE(d ^ a, 16), c += d, b = ROTATE(b ^ c, 12), a += b, d = ROTATE(d ^ a, 8), \
    c += d, b = ROTATE(b ^ c, 7)

static void fill(State *s) {
    uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    memcpy(in + 4, s->key, 32);
    in[12] = (uint32_t)s->counter, in[13] = (uint32_t)(s->counter >> 32), in[14] = s->nonce[0], in[15] = s->nonce[1];
    memcpy(x, in, 64);
    for (int i = 0; i < 4; i++) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) s->block[i] = x[i] + in[i];
    s->counter++;
    s->left = 16;
}

static inline uint64_t word(State *s) {
    if (s->left == 0) fill(s);
    return s->block[16 - s->left--];
}

static inline int below(State *s, uint32_t n) {
    uint64_t wide = word(s) * n;
    if ((uint32_t)wide < n) {
        uint32_t floor = (uint32_t)((1ull << 32) % n);
        while ((uint32_t)wide < floor) wide = word(s) * n;
    }
    return (int)(wide >> 32);
}

static void shuffle(State *s, int8_t *cards, int size, int wanted) {
    for (int i = 0; i < wanted;) {
        int together = wanted - i < 4 ? wanted - i : 4;
        uint64_t ways = 1;
        for (int k = 0; k < together; k++) ways *= (uint64_t)(size - i - k);
        uint64_t first = word(s);
        if ((uint32_t)(first * ways) < ways) {
            uint32_t floor = (uint32_t)((1ull << 32) % ways);
            while ((uint32_t)(first * ways) < floor) first = word(s);
        }
        for (int k = 0; k < together; k++, i++) {
            uint64_t wide = first * (uint64_t)(size - i);
            first = (uint32_t)wide;
            int j = i + (int)(wide >> 32);
            int8_t card = cards[i];
            cards[i] = cards[j];
            cards[j] = card;
        }
    }
}

static inline int pick(uint64_t *luck, int n) {
    uint64_t z = *luck += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (int)(((z ^ z >> 31) >> 33) * (uint64_t)n >> 31);
}

static inline uint32_t fits(const State *s, int colour) {
    uint32_t row = s->rows[colour];
    return (row << 1 | row >> 1 | ELEVEN) & ~row & NUMBERS;
}

static inline int can_lay(const State *s) {
    uint32_t any = 0;
    for (int c = 0; c < COLOURS; c++) any |= s->hands[s->seat][c] & fits(s, c);
    return any != 0;
}

static void draw_while_stuck(State *s) {
    for (int c = 0; c < COLOURS; c++) s->lacks[s->seat][c] |= fits(s, c);
    for (int drawn = 0; drawn < 3; drawn++) {
        int size = 0, c = 0;
        for (int i = 0; i < COLOURS; i++) size += __builtin_popcount(s->stock[i]);
        if (size == 0) return;
        int n = below(s, (uint32_t)size);
        while (n >= __builtin_popcount(s->stock[c])) n -= __builtin_popcount(s->stock[c++]);
        uint32_t left = s->stock[c];
        while (n--) left &= left - 1;
        uint32_t card = left & -left;
        s->stock[c] &= ~card;
        if (fits(s, c) & card) {
            s->rows[c] |= card;
            return;
        }
        s->hands[s->seat][c] |= card;
    }
}

static inline void pass_on(State *s) {
    s->seat = s->seat + 1 < s->players ? s->seat + 1 : 0;
    s->laid = 0;
    s->reveals++;
    while (!can_lay(s)) {
        draw_while_stuck(s);
        s->seat = s->seat + 1 < s->players ? s->seat + 1 : 0;
    }
}

static inline int legal(const State *s, int16_t *out) {
    int count = 0;
    for (int c = 0; c < COLOURS; c++)
        for (uint32_t numbers = s->hands[s->seat][c] & fits(s, c); numbers; numbers &= numbers - 1)
            out[count++] = (int16_t)(20 * c + __builtin_ctz(numbers) - 1);
    if (s->laid) out[count++] = END_TURN;
    return count;
}

static inline void lay(State *s, int colour, int number) {
    s->hands[s->seat][colour] &= ~(1u << number);
    s->rows[colour] |= 1u << number;
    s->laid++;
}

static inline void apply(State *s, int action) {
    s->ply++;
    if (action == END_TURN) {
        pass_on(s);
        return;
    }
    lay(s, action / 20, action % 20 + 1);
    const uint32_t *hand = s->hands[s->seat];
    if (!(hand[0] | hand[1] | hand[2] | hand[3])) s->over = 1;
}

static void deal(State *s) {
    static const int each_of[] = {0, 0, 20, 20, 15, 12, 10};
    int8_t cards[80];
    int each = each_of[s->players];
    for (;;) {
        for (int i = 0; i < 80; i++) cards[i] = (int8_t)i;
        shuffle(s, cards, 80, each * s->players);
        memset(s->rows, 0, sizeof s->rows);
        memset(s->hands, 0, sizeof s->hands);
        memset(s->lacks, 0, sizeof s->lacks);
        for (int c = 0; c < COLOURS; c++) s->stock[c] = NUMBERS;
        for (int i = 0; i < each * s->players; i++) {
            int c = cards[i] / 20;
            uint32_t bit = 1u << (cards[i] % 20 + 1);
            s->stock[c] &= ~bit;
            s->hands[i / each][c] |= bit;
        }
        for (int c = 0; c < COLOURS; c++)
            for (int seat = 0; seat < s->players; seat++) {
                if (s->hands[seat][c] & ELEVEN) {
                    s->seat = seat;
                    lay(s, c, 11);
                    pass_on(s);
                    return;
                }
                s->lacks[seat][c] |= ELEVEN;
            }
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: elfer_raus PLAYERS GAMES SEED\n"), 2;
    int players = atoi(argv[1]);
    long games = atol(argv[2]), decisions = 0, points = 0, wins[6] = {0};
    uint64_t luck = strtoull(argv[3], NULL, 10);
    State s;
    int16_t out[96];
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long game = 0; game < games; game++) {
        memset(&s, 0, sizeof s);
        s.players = players;
        s.nonce[0] = (uint32_t)game;
        deal(&s);
        while (!s.over) apply(&s, out[pick(&luck, legal(&s, out))]);
        decisions += s.ply;
        wins[s.seat]++;
        for (int seat = 0; seat < players; seat++)
            for (int c = 0; c < COLOURS; c++)
                for (uint32_t numbers = s.hands[seat][c]; numbers; numbers &= numbers - 1)
                    points -= __builtin_ctz(numbers);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%ld %ld", decisions, points);
    for (int seat = 0; seat < players; seat++) printf(" %ld", wins[seat]);
    printf(" %.6f\n", (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec));
    return 0;
}
