import type { Role } from '@senca/contract/people'
import { expect, it } from 'vitest'
import { withoutPerson } from './without-person.ts'

const ANA = 'ana@example.com'
const BOR = 'bor@example.com'

const role = (id: string, changes: Partial<Role> & { to?: string[] } = {}): Role => {
  const { to = [ANA], ...rest } = changes
  return {
    id,
    name: id,
    permissions: ['view'],
    devices: ['shade'],
    users: to.map((email) => ({ email, since: '', lastUsedAt: null })),
    validAfter: null,
    validBefore: null,
    state: 'active',
    ...rest,
  }
}

it('ends a role with its last person, but keeps the one whose report is read [RL7]', () => {
  expect(withoutPerson(role('a', { to: [ANA, BOR] }), ANA)).toEqual({ kind: 'update', users: [BOR] })
  expect(withoutPerson(role('a'), ANA)).toEqual({ kind: 'delete' })
  expect(withoutPerson(role('a', { permissions: ['maintain'] }), ANA)).toEqual({ kind: 'update', users: [] })
})
