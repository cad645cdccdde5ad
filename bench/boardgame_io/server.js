// A boardgame.io server with a game the size of Elfer raus!, for bench/swarm.py: `node server.js memory|FOLDER`.
// Four rows of twenty cards that grow from the eleven, hands that only their owner sees, one decision a turn.

const { Server, FlatFile } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const COLOURS = 4;
const NUMBERS = 20;
const HAND = 11;

function deal(random, players) {
  const stock = random.Shuffle([...Array(COLOURS * NUMBERS).keys()]);
  return {
    rows: Array(COLOURS).fill(null), // [lowest, highest] of each colour
    hands: Array.from({ length: players }, () => stock.splice(0, HAND)),
    stock,
  };
}

function fits(G, card) {
  const row = G.rows[Math.floor(card / NUMBERS)];
  const number = (card % NUMBERS) + 1;
  return row === null ? number === 11 : number === row[0] - 1 || number === row[1] + 1;
}

function lay({ G, playerID, random, ctx }, card) {
  const hand = G.hands[playerID];
  if (!hand.includes(card) || !fits(G, card)) return INVALID_MOVE;
  const colour = Math.floor(card / NUMBERS);
  const number = (card % NUMBERS) + 1;
  const row = G.rows[colour];
  G.rows[colour] = row === null ? [11, 11] : [Math.min(row[0], number), Math.max(row[1], number)];
  hand.splice(hand.indexOf(card), 1);
  if (hand.length === 0) Object.assign(G, deal(random, ctx.numPlayers)); // the next round
}

function draw({ G, playerID }) {
  const hand = G.hands[playerID];
  if (hand.some((card) => fits(G, card))) return INVALID_MOVE;
  for (let drawn = 0; drawn < 3 && G.stock.length > 0; drawn++) {
    const card = G.stock.pop();
    hand.push(card);
    if (fits(G, card)) break;
  }
}

function playerView({ G, ctx, playerID }) {
  const hand = G.hands[playerID] ?? null;
  return {
    rows: G.rows,
    hand,
    sizes: G.hands.map((cards) => cards.length),
    stock: G.stock.length,
    choices: hand !== null && ctx.currentPlayer === playerID ? hand.filter((card) => fits(G, card)) : null,
  };
}

const game = {
  name: 'elfer',
  setup: ({ random, ctx }) => deal(random, ctx.numPlayers),
  moves: { lay: { move: lay, client: false }, draw: { move: draw, client: false } },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView,
};

const storage = process.argv[2];
const server = Server({ games: [game], origins: [], ...(storage === 'memory' ? {} : { db: new FlatFile({ dir: storage }) }) });
process.on('SIGUSR2', () => global.gc()); // so that memory is measured without garbage
server.run(0).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
