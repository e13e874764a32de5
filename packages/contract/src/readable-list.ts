import * as z from 'zod/mini'

/**
 * A list of which entries that cannot be read are left out and counted: a page may be older than its server, and shows the others.
 */
export const readableList = <T>(schema: z.ZodMiniType<T>, onRead: (unreadable: number) => void = () => {}) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((entries): T[] => {
      const readable = entries.flatMap((entry) => {
        const { data } = z.safeParse(schema, entry)
        return data === undefined ? [] : [data]
      })
      onRead(entries.length - readable.length)
      return readable
    }),
  )
