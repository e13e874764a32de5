import * as z from 'zod/mini'

/** SQLSTATE classes: data exceptions, violated constraints, program limits. */
const HOPELESS_CLASSES = ['22', '23', '54']
const sqlErrorSchema = z.object({ code: z.string() })

/** The SQLSTATE of an error of PostgreSQL; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const parsed = sqlErrorSchema.safeParse(cause)
  return parsed.success ? parsed.data.code : undefined
}

/** Whether PostgreSQL refused a write in such a way that it would refuse it again. */
export const isPermanentError = (error: unknown): boolean =>
  HOPELESS_CLASSES.includes(sqlStateOf(error)?.slice(0, 2) ?? '')
