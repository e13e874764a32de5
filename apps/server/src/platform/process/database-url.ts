import * as z from 'zod/mini'

const isPostgresUrl = (value: string) =>
  URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol)

/**
 * Without `uselibpqcompat`, the library treats every `sslmode` as `verify-full` and prints a warning. With it, each mode means
 * what PostgreSQL's own programs mean by it.
 */
const withLibpqModes = (value: string): string => {
  const { searchParams } = new URL(value)
  return searchParams.has('sslmode') && !searchParams.has('uselibpqcompat')
    ? `${value}&uselibpqcompat=true`
    : value
}

/** A `postgres://` URL as node-postgres reads it. */
export const postgresSchema = z.pipe(z.string().check(z.refine(isPostgresUrl)), z.transform(withLibpqModes))
