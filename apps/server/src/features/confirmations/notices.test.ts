import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { createNotices } from './notices.ts'

it('the mail of a factory reset asks for no account within the transaction that posts it', async () => {
  const account = {
    id: 'a',
    email: 'ana@example.com',
    passwordHash: null,
    isConfirmed: true,
    locale: 'en',
  } as const
  const find = vi.fn(async () => account)
  const post = vi.fn(async () => {})
  const write = await createNotices({ accounts: { find }, mails: { post } }).factoryReset('a', 'Kitchen')
  expect([find.mock.calls.length, post.mock.calls.length]).toEqual([1, 0])
  // The pool never connects, because this test sends no queries.
  await write(drizzle(new pg.Pool()))
  expect([find.mock.calls.length, post.mock.calls.length]).toEqual([1, 1])
})
