/**
 * One socket to one table: says hello, keeps it alive, comes back when it is lost, and sends every
 * command until it is answered. It knows messages, not what they mean.
 */
import type { Ack, Emoted, Command, FromClient, FromServer, Hints, Refused, WhyNot } from "$lib/wire";
import { VERSION } from "$lib/wire";

export const BEAT = 2500; // milliseconds between looks at the connection
export const STILL = 4000; // after which of not having sent anything we ping
export const DEAD = 9000; // of silence after which a socket is given up
export const SLOWEST = 10_000; // between two tries

/** `lost`: the socket reconnects by itself. `ended`: it does not. */
export type Link = "connecting" | "open" | "lost" | "ended";
export type Answer = Ack | Refused | Hints | WhyNot | Emoted;
/** A command without its id, which `send` adds. */
export type Wish = Command extends infer C ? (C extends Command ? Omit<C, "id"> : never) : never;

/** Reasons of the server's goodbye after which the socket reconnects. */
const AGAIN = new Set(["resync", "restart", "try_again", "game_not_ready", "busy", "silent"]);

export interface Listener {
  /**
   * The number of the last event that was taken in and the log it belongs to, or null to get
   * everything.
   */
  last(): { n: number; log: string } | null;
  hear(message: FromServer): void;
  changed(link: Link, why: string | null): void;
}

/** Who says hello, if it is not the person of this browser's cookie. */
export interface As {
  /** Another person at the same device. */
  token?: string;
  /** A screen for the whole room, which sees no hand. */
  screen?: boolean;
}

/** What a table needs of whoever answers it: a server, or a lesson. */
export interface Line {
  send(wish: Wish): Promise<Answer>;
  wake(): void;
  reopen(): void;
  close(): void;
}

type Opener = (address: string) => WebSocket;

export class Connection implements Line {
  link: Link = "connecting";
  private socket: WebSocket | null = null;
  private waiting = new Map<string, { command: Command; answer: (answer: Answer) => void }>();
  private greeted = false;
  private heard = 0; // when the last message came, and the last one was sent
  private said = 0;
  private tries = 0;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private readonly session = randomName();

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
    private readonly opener: Opener = (address) => new WebSocket(address),
    private readonly random: () => number = Math.random,
    private readonly as: As = {},
  ) {
    this.open();
  }

  /** Send a command until it is answered, on this connection or a later one. */
  send(wish: Wish): Promise<Answer> {
    const id = `${this.session}-${++this.count}`;
    const command = { ...wish, id } as Command;
    return new Promise((answer) => {
      this.waiting.set(id, { command, answer });
      if (this.greeted) this.write(command);
    });
  }

  /** Whether a command has not been answered yet. */
  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  /** Reconnect at once instead of waiting. Call it when the network is probably back. */
  wake(): void {
    if (this.link === "lost") {
      clearTimeout(this.retry);
      this.open();
    } else if (this.link === "open" && Date.now() - this.heard > 2 * BEAT) {
      this.write({ t: "ping" });
    }
  }

  /** Say hello again, after the person at this browser has changed. */
  reopen(): void {
    this.tries = 0;
    this.open();
  }

  /** Close the socket for good. */
  close(): void {
    this.become("ended", "closed");
    this.drop();
  }

  private open(): void {
    this.drop();
    this.become(this.tries === 0 ? "connecting" : "lost", null);
    const socket = this.opener(this.address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const last = this.listener.last();
      this.write({
        t: "hello",
        version: VERSION,
        ...this.as,
        ...(last === null ? {} : { after: last.n, log: last.log }),
      });
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.socket) this.take(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.again();
    };
    this.pulse = setInterval(() => this.beat(), BEAT);
  }

  private beat(): void {
    if (Date.now() - this.heard > DEAD) this.again();
    else if (this.greeted && Date.now() - this.said > STILL) this.write({ t: "ping" });
  }

  private take(message: FromServer): void {
    this.heard = Date.now();
    if (message.t === "bye") {
      this.farewell(message.why);
      return;
    }
    if (message.t === "welcome" || message.t === "resumed") {
      this.greeted = true;
      this.tries = 0;
      this.listener.hear(message);
      this.become("open", null);
      for (const { command } of this.waiting.values()) this.write(command);
      return;
    }
    if ("id" in message && message.id !== null) {
      const asked = this.waiting.get(message.id);
      if (asked && !(message.t === "refused" && AGAIN.has(message.error))) {
        this.waiting.delete(message.id);
        this.listener.hear(message);
        asked.answer(message);
        return;
      }
      if (asked) this.later(message.id);
    }
    this.listener.hear(message);
  }

  /** Send a command again in a moment, with the same id: the server could not do it now. */
  private later(id: string): void {
    setTimeout(
      () => {
        const asked = this.waiting.get(id);
        if (asked && this.greeted) this.write(asked.command);
      },
      1000 + this.random() * 1000,
    );
  }

  private farewell(why: string): void {
    if (AGAIN.has(why)) {
      this.again(why === "restart" ? this.random() * 2000 : undefined);
      return;
    }
    this.become("ended", why);
    this.drop();
  }

  private again(wait?: number): void {
    this.drop();
    if (this.link === "ended") return;
    this.tries += 1;
    const longest = Math.min(SLOWEST, 400 * 2 ** Math.min(this.tries, 6));
    this.become("lost", null);
    this.retry = setTimeout(() => this.open(), wait ?? longest * (0.5 + this.random() / 2));
  }

  private drop(): void {
    clearInterval(this.pulse);
    clearTimeout(this.retry);
    this.greeted = false;
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  private become(link: Link, why: string | null): void {
    this.link = link;
    this.listener.changed(link, why);
  }

  private write(message: FromClient): void {
    if (this.socket?.readyState !== 1) return;
    this.said = Date.now();
    this.socket.send(JSON.stringify(message));
  }
}

function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");
}

/** The address of a table's socket. */
export function socketAddress(table: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
}
