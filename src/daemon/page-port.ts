import type { Server } from "node:http";
import type { Context } from "../kernel/context.ts";
import type { PageWiring } from "./daemon-wiring.ts";
import { closeServer, type Loopback, openLoopback } from "./loopback-server.ts";

const BIND = "127.0.0.1";

/** The port of the page, which is opened by its first use. */
export class PagePort {
  readonly #ctx: Context;
  readonly #page: PageWiring;
  readonly #onUse: () => void;
  #opening: Promise<string> | undefined;
  #server: Server | undefined;

  constructor(ctx: Context, page: PageWiring, onUse: () => void) {
    this.#ctx = ctx;
    this.#page = page;
    this.#onUse = onUse;
  }

  /** Its address. Opens it if it is not open. */
  async open(): Promise<string> {
    this.#opening ??= this.#listen();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#server) await closeServer(this.#server, 500);
  }

  /** The configured port, so that a browser keeps what it remembers of the page; any other if that one is in use. */
  async #listen(): Promise<string> {
    const { port: usual } = this.#ctx.config.daemon.http;
    const { server, port } = await this.#listenOn(usual).catch(() => this.#listenOn(0));
    server.on("error", (error) => this.#ctx.log.error("page", error));
    this.#server = server;
    return `http://${BIND}:${port}`;
  }

  #listenOn(port: number): Promise<Loopback> {
    return openLoopback({ port, bind: BIND }, (actual) => {
      const api = this.#page.api(this.#ctx, actual);
      return (request) => {
        this.#onUse();
        return api(request);
      };
    });
  }
}
