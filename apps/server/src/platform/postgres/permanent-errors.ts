import * as z from 'zod/mini'

/** Classes of SQLSTATE: data exceptions, violated constraints, limits of the program. */
const HOPELESS_CLASSES = ['22', '23', '54']
const sqlErrorSchema = z.object({ code: z.string() })

/** Whether PostgreSQL refused what was written, so that it would refuse it again. */
export function isPermanentError(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const parsed = sqlErrorSchema.safeParse(cause)
  return parsed.success && HOPELESS_CLASSES.includes(parsed.data.code.slice(0, 2))
}
