import { randomUUID } from "node:crypto";
import pg from "pg";

/** A schema of its own on a server, with its size on disk; dropped by `drop`. */
export async function createSchema(url) {
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  await query(url, `create schema ${name}`);
  const size = `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 as bytes from pg_class c
    where c.relnamespace = '${name}'::regnamespace and c.relkind = 'r'`;
  return {
    name,
    bytes: async () => (await query(url, size)).rows[0].bytes,
    drop: () => query(url, `drop schema ${name} cascade`),
  };
}

async function query(url, statement) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
