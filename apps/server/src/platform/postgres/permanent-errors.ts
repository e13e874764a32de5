import * as z from 'zod/mini'

/** SQLSTATE classes: data exceptions, violated constraints, program limits. */
const HOPELESS_CLASSES = ['22', '23', '54']
const sqlErrorSchema = z.object({ code: z.string() })

/** Whether PostgreSQL refused a write in such a way that it would refuse it again. */
export function isPermanentError(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  const parsed = sqlErrorSchema.safeParse(cause)
  return parsed.success && HOPELESS_CLASSES.includes(parsed.data.code.slice(0, 2))
}
