import type { ScenarioAction } from '@senca/contract/automation'
import { expect, it } from 'vitest'
import type { Shadow } from '#features/devices/index.ts'
import { exampleDevice, readyShadow } from '#testing/drivers/example-device.ts'
import { foundOutcome } from './outcomes.ts'

const SENT_AT = new Date('2026-06-21T10:00:00Z')
const NOW = new Date('2026-06-21T10:01:00Z')
const actions: ScenarioAction[] = [{ type: 'MoveSelf', position: 1 }]

/** A shade that reported its position before or after the commands were sent. */
const shadowAt = (
  position: number,
  when: 'before' | 'after',
  status: 'ready' | 'closing' = 'ready',
): Shadow => ({
  ...readyShadow,
  fields: { status, position },
  reportedAt: new Date(SENT_AT.getTime() + (when === 'before' ? -1_000 : 1_000)),
})
const UNKNOWN = { connected: true, counts: { totalRestarts: null, totalStateUpdates: null } }
const UNCONFIRMED = { ok: null }
const FAILED = { ok: false, error: 'device_update_failed' }

it.each<[string, Shadow, boolean, object | null]>([
  ['is done where it reports so', shadowAt(1, 'after'), false, { ok: true }],
  ['has failed where it stands elsewhere', shadowAt(0.4, 'after'), false, FAILED],
  ['is not decided before it reports', shadowAt(0, 'before'), false, null],
  ['is done at third-party hardware that reports so', shadowAt(1, 'after'), true, { ok: true }],
  ['is unconfirmed at third-party hardware that stands elsewhere', shadowAt(0.4, 'after'), true, UNCONFIRMED],
  [
    'is unconfirmed at third-party hardware that only echoes',
    { ...shadowAt(1, 'after'), fields: { status: 'ready', position: 1, assumed: true } },
    true,
    UNCONFIRMED,
  ],
  [
    'is done at third-party hardware that stops 4 percent beside',
    { ...shadowAt(0.96, 'after'), endpoints: { 'entities/a': { ...UNKNOWN, capabilities: null } } },
    true,
    { ok: true },
  ],
  ['is not decided while third-party hardware moves', shadowAt(0.4, 'after', 'closing'), true, null],
  ['is unconfirmed at third-party hardware that says nothing', shadowAt(0, 'before'), true, UNCONFIRMED],
])('what was being sent at a crash %s [HW38]', (_name, shadow, mayActLate, expected) => {
  const found = foundOutcome(exampleDevice, shadow, { actions, sentAt: SENT_AT, mayActLate }, NOW)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toMatchObject(expected)
})
