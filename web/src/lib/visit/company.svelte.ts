/**
 * One device for several people: whoever sits at it besides the person of this browser, and who of
 * them looks at it now. Between two turns a curtain falls; nobody's cards are shown until the next
 * one says so.
 */
import { untrack } from "svelte";
import { newNonce } from "$lib/fair/noted";
import { api } from "$lib/net/api";
import { keep, recall } from "$lib/person/kept";
import { Table } from "$lib/table/table.svelte";
import { tongue } from "$lib/words/language.svelte";

const KEY = "company";
const MOST = 20; // tables whose company is remembered

export interface Member {
  person: string;
  name: string;
  token: string;
}
interface Kept {
  table: string;
  members: Member[];
}

/** Who sits at this device besides its own person, at a table. */
export const membersOf = (table: string): Member[] =>
  recall<Kept[]>(KEY, []).find((one) => one.table === table)?.members ?? [];

function keepMembers(table: string, members: Member[]): void {
  const others = recall<Kept[]>(KEY, []).filter((one) => one.table !== table);
  keep(KEY, [...others, { table, members }].slice(-MOST));
}

type Open = (id: string, as: { token: string }) => Table;

export class Company {
  /** What whoever is at the device sees. */
  shown = $state.raw<Table>() as Table;
  /** Somebody has said who they are, since the page was opened. */
  private isTaken = $state(true);
  private readyAt = 0; // the ply at which all here were said to be ready
  private others = $state.raw<{ member: Member; table: Table }[]>([]);

  /** Make it while a component is set up. `own` is the table as the browser's person sees it. */
  constructor(
    readonly own: Table,
    private readonly open: Open = (id, as) => new Table(id, as),
  ) {
    this.shown = own;
    for (const member of membersOf(own.id)) this.bring(member);
    this.isTaken = !this.isShared; // who has opened the page again?
    $effect(() => () => untrack(() => this.others.forEach(({ table }) => table.close())));
    $effect(() => this.followReady());
    $effect(() => this.followRematch());
  }

  /** True if more than one person sits at this device. */
  get isShared(): boolean {
    return this.others.length > 0;
  }

  /** The people at this device who have a seat. */
  isHere(seat: number): boolean {
    return this.tables.some((table) => table.seat === seat);
  }

  private get tables(): Table[] {
    return [this.own, ...this.others.map(({ table }) => table)];
  }

  /** Who has to take the device now; null if whoever has it goes on. */
  get next(): Table | null {
    const { shown } = this;
    const position = shown.state.position;
    if (!this.isShared || !position || position.between_rounds || position.winners.length || shown.busy) return null;
    const { turn } = shown;
    if (turn !== null && turn === shown.seat) return this.isTaken ? null : shown;
    const wanted = turn === null ? undefined : this.tables.find((table) => table.seat === turn);
    if (wanted && shown.state.table?.chairs[turn ?? 0]?.stand_in === null) return wanted;
    return this.isTaken ? null : shown;
  }

  /** The next person has taken the device. */
  take(table: Table): void {
    this.isTaken = true;
    this.shown.isSilent = true;
    this.shown = table;
    table.isSilent = false;
  }

  /** Somebody else at this device takes a free seat. */
  async sit(name: string, seat: number): Promise<void> {
    const { person, token } = await api.arriveBeside(name, tongue.now);
    const member = { person: person.id, name: person.name, token };
    const table = this.bring(member);
    if (await table.order({ t: "sit", seat, nonce: newNonce() })) this.remember();
    else this.dismiss(table);
  }

  /** Everybody but the browser's own person gives up their seat: the device goes. */
  async leave(): Promise<void> {
    await Promise.all(this.others.map(({ table }) => table.order({ t: "leave" })));
    keepMembers(this.own.id, []);
  }

  private bring(member: Member): Table {
    const table = this.open(this.own.id, { token: member.token });
    table.isSilent = true;
    this.others = [...this.others, { member, table }];
    return table;
  }

  private dismiss(gone: Table): void {
    gone.close();
    this.own.problem = gone.problem;
    this.others = this.others.filter(({ table }) => table !== gone);
  }

  private remember(): void {
    keepMembers(
      this.own.id,
      this.others.map(({ member }) => member),
    );
  }

  /** Whoever has the device says for all at it that the next round may be dealt. */
  private followReady(): void {
    const { shown } = this;
    const ready = shown.state.table?.ready ?? [];
    if (!this.isShared || shown.seat === null || !ready.includes(shown.seat)) return;
    const ply = shown.state.position?.ply ?? 0;
    if (ply === this.readyAt) return;
    this.readyAt = ply;
    for (const table of this.tables) {
      if (table === shown || table.seat === null || ready.includes(table.seat)) continue;
      untrack(() => void table.send({ t: "next_round", ply }));
    }
  }

  /** The same people at this device go to the rematch together. */
  private followRematch(): void {
    const { next } = this.own.state;
    if (next && this.isShared) untrack(() => membersOf(next).length || keepMembers(next, membersOf(this.own.id)));
  }
}
