import type { Figures } from "../../game";

const figures: Figures = { board: { cards: true } };

export default figures;
