import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readableList } from './readable-list.ts'

it('an entry that a page cannot read does not take the others with it [PK8]', () => {
  const list = readableList(z.object({ id: z.string(), kind: z.enum(['known']) }))
  const entries = [{ id: 'a', kind: 'known', more: 1 }, { id: 'b', kind: 'new' }, null]
  expect(list.parse(entries)).toEqual([{ id: 'a', kind: 'known' }])
  expect(list.safeParse({}).success).toBe(false)
})
