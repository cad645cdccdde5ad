// A lock file that was written where the registry lacks other platforms' binaries names those of
// one platform only, and npm then installs none elsewhere. This names the others too. Run after
// each change of the lock file.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const OS = { darwin: "darwin", win32: "win32", linux: "linux", freebsd: "freebsd" };
const CPU = { arm64: "arm64", x64: "x64" };

for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const [, os, cpu, libc] = /-(darwin|win32|linux|freebsd)-(arm64|x64)(?:-(gnu|musl))?/.exec(name) ?? [];
    const key = `node_modules/${name}`;
    if (!OS[os] || !CPU[cpu] || key in lock.packages) continue;
    lock.packages[key] = {
      version,
      cpu: [CPU[cpu]],
      ...(entry.dev ? { dev: true } : {}),
      ...(libc ? { libc: [libc === "gnu" ? "glibc" : "musl"] } : {}),
      optional: true,
      os: [OS[os]],
    };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, JSON.stringify(lock, null, 2) + "\n");
