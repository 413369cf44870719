import type { Config } from "../kernel/config/config.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Archive } from "../kernel/ports/archive.ts";
import { createBucketArchive } from "./bucket-archive.ts";
import { createDirectoryArchive } from "./directory-archive.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Opens the archive of the settings: `archive.to` is a directory or a bucket. */
export function openArchive(settings: Config["archive"], env: Env): Archive {
  const { to = "", region } = settings;
  if (!to.startsWith("s3://")) return createDirectoryArchive(to);
  const [bucket = "", ...prefix] = to.slice("s3://".length).split("/");
  const credential = (name: string) => {
    const value = env[name];
    if (value) return value;
    throw new HoldfastError("archive_unavailable", `The archive ${to} needs ${name} in the environment.`);
  };
  const sessionToken = env[settings.sessionTokenEnv];
  return createBucketArchive({
    endpoint: settings.endpoint ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    prefix: prefix.filter((part) => part !== "").join("/"),
    region,
    accessKeyId: credential(settings.accessKeyEnv),
    secretAccessKey: credential(settings.secretKeyEnv),
    ...(sessionToken ? { sessionToken } : {}),
  });
}
