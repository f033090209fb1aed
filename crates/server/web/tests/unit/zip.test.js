// @ts-check
// The file with all games, without a page: another program must be able to open it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { crc32, zip } from "../../js/me/zip.js";

test("the checksum is that of the standard", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
});

test("Python reads every file as it was", async () => {
  const files = [
    { name: "one.jsonl", text: '{"game":"hex"}\n' },
    { name: "zwölf.txt", text: "ä🦊".repeat(1000) },
    { name: "empty", text: "" },
  ];
  const folder = await mkdtemp(join(tmpdir(), "parlor-zip-"));
  try {
    const path = join(folder, "games.zip");
    await writeFile(path, Buffer.from(await zip(files).arrayBuffer()));
    const script =
      "import json,sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps([{'name':i.filename,'text':z.read(i).decode()} for i in z.infolist()]))";
    assert.deepEqual(JSON.parse(execFileSync("python3", ["-c", script, path], { encoding: "utf8" })), files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
