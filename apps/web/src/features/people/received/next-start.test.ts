import type { ReceivedRole } from '@senca/contract/people'
import { expect, it } from 'vitest'
import { nextStart } from './next-start.ts'

/** A Saturday. */
const NOW = new Date('2026-11-28T10:00:00Z')
const HOURS = [{ days: [1, 2, 3, 4, 5], from: '09:00', until: '12:00' }]

const role = (changes: Partial<ReceivedRole>): ReceivedRole => ({
  id: 'r',
  name: 'Cleaner',
  permissions: ['view', 'command'],
  devices: ['shade'],
  owner: 'ana@example.com',
  validAfter: null,
  validBefore: null,
  state: 'between_hours',
  windows: HOURS,
  timeZone: 'Europe/Ljubljana',
  ...changes,
})

it.each<[string, Partial<ReceivedRole>, string | null]>([
  ['outside its hours, at their next beginning', {}, '2026-11-30T08:00:00.000Z'],
  [
    'before it is valid, at the first hours after that',
    { state: 'not_yet', validAfter: '2026-12-01T13:00:00Z' },
    '2026-12-02T08:00:00.000Z',
  ],
  [
    'before it is valid and without hours, when it becomes valid',
    { state: 'not_yet', validAfter: '2026-12-01T13:00:00Z', windows: [] },
    '2026-12-01T13:00:00.000Z',
  ],
  ['that ends before its hours, never', { validBefore: '2026-11-29T00:00:00Z' }, null],
  ['that is paused, nobody knows when', { state: 'paused' }, null],
  ['that is active needs no start', { state: 'active' }, null],
])('a role %s [RL14]', (_name, changes, start) => {
  expect(nextStart(role(changes), NOW)?.toISOString() ?? null).toBe(start)
})
