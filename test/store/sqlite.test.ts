import { openStore } from "../../src/store/open-store.ts";
import { describeStore, sampleChildKeys } from "../../src/testing/index.ts";

describeStore("SQLite", () => openStore({ file: ":memory:", childKeys: sampleChildKeys }));
