/**
 * The person at this browser. The server makes a guest when the first action needs one; nobody is
 * asked to sign up.
 */
import { m } from "$words";
import { api, Refusal } from "$lib/net/api";
import { keep, recall } from "./kept";
import { tongue } from "$lib/words/language.svelte";
import { shortened } from "$lib/words/names";
import type { Language, Me } from "$lib/wire";

class Person {
  known = $state.raw<Me | null>(null);
  /** True once the server has answered whose cookie this browser has. */
  asked = $state(false);
  /** True if this browser runs on the machine that serves, and may let people in the room in. */
  atMachine = $state(false);
  /** The name that was typed or guessed, before the server knows anybody. */
  typed = $state(recall<string>("name", ""));
  private asking: Promise<Me> | null = null;

  get name(): string {
    return this.known?.name ?? (this.typed || m.guest());
  }

  /** True if the person has ever given a name. */
  get isNamed(): boolean {
    return this.typed !== "" || this.known !== null;
  }

  /** Ask the server whose cookie this browser has. */
  async load(): Promise<void> {
    try {
      const visitor = await api.visitor();
      this.known = visitor.person;
      this.atMachine = visitor.at_machine;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    } finally {
      this.asked = true;
    }
  }

  /** The person; the server makes a guest now if there is none. */
  async be(): Promise<Me> {
    if (this.known) return this.known;
    this.asking ??= api.arrive(this.name, tongue.now).then((identity) => (this.known = identity.person));
    try {
      return await this.asking;
    } finally {
      this.asking = null;
    }
  }

  async rename(name: string): Promise<void> {
    const wanted = shortened(name.trim());
    if (!wanted) return;
    this.call(wanted);
    if (this.known && this.known.name !== wanted) this.known = await api.change({ name: wanted });
  }

  async speak(language: Language): Promise<void> {
    const unnamed = this.known?.name === m.guest();
    tongue.choose(language);
    if (!this.known || this.known.language === language) return;
    this.known = await api.change(unnamed ? { language, name: m.guest() } : { language }); // nobody chose to be called that
  }

  /** Get an account, or change its pass-phrase, which needs the present one. */
  async setAccount(account: string, passphrase: string, current: string | null): Promise<void> {
    await this.be();
    this.known = await api.setAccount({ account, passphrase, current });
  }

  /** Sign in: become the person of an account. */
  async signIn(account: string, passphrase: string): Promise<void> {
    const { person } = await api.signIn({ account, passphrase });
    this.known = person;
    this.call(person.name);
    tongue.choose(person.language as Language);
  }

  /** Sign out. A guest is lost with that. */
  async signOut(): Promise<void> {
    await api.signOut();
    this.known = null;
    this.call("");
  }

  private call(name: string): void {
    this.typed = name;
    keep("name", name);
  }
}

export const me = new Person();
