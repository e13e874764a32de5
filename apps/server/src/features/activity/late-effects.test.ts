import type { ActivityAction, ActivityDetails, ActivityResult } from '@senca/contract/activity'
import { describe, expect, it } from 'vitest'
import type { StoredRow } from './activity.store.ts'
import { lateCommandOf } from './late-effects.ts'

const AT = new Date('2026-06-21T10:00:00Z')
const UNCONFIRMED = { status: 'unconfirmed' } as const
const TIMED_OUT = {
  status: 'error',
  error: 'device_request_timeout',
  error_detail: 'may_still_happen',
} as const
const FAILED = { status: 'error', error: 'device_offline' } as const
const DONE = { status: 'success' } as const

type Row = [ActivityAction, ActivityDetails, ActivityResult | null]
const rowOf = ([action, details, result]: Row): StoredRow => ({
  id: 1,
  at: AT,
  deviceId: 'd',
  deviceName: 'Device',
  accountId: 'a',
  actorId: 'a',
  actorName: null,
  origin: 'app',
  action,
  details,
  result,
  roleId: null,
  roleName: null,
  change: null,
  key: null,
  keep: 'home',
})

const unlock = { lockType: 'motor' } as const
const moved: [ActivityAction, ActivityDetails] = ['moved', { position: 0.97 }]
const unlocked: [ActivityAction, ActivityDetails] = ['unlocked', unlock]

describe('an operation is the late effect of a command [HW37]', () => {
  it.each<[string, [ActivityAction, ActivityDetails], Row[], ActivityAction | null]>([
    ['that nobody confirmed', moved, [['move', { position: 1 }, UNCONFIRMED]], 'move'],
    ['that timed out', moved, [['move', { position: 1 }, TIMED_OUT]], 'move'],
    ['to the ventilation position', moved, [['move_to_ventilation', {}, UNCONFIRMED]], 'move_to_ventilation'],
    ['not if it ends elsewhere', moved, [['move', { position: 0.5 }, UNCONFIRMED]], null],
    ['not of a stop', moved, [['stop', {}, UNCONFIRMED]], null],
    ['not of one that was done', moved, [['move', { position: 1 }, DONE]], null],
    ['not of one that was never sent', moved, [['move', { position: 1 }, FAILED]], null],
    ['that a crash left without a result', moved, [['move', { position: 1 }, null]], 'move'],
    ['not of one that is acknowledged', moved, [['move', { position: 1 }, { status: 'acknowledged' }]], null],
    [
      'not if it has moved since',
      moved,
      [
        ['moved', { position: 0.2 }, null],
        ['move', { position: 1 }, UNCONFIRMED],
      ],
      null,
    ],
    ['of a lock', unlocked, [['unlock', unlock, UNCONFIRMED]], 'unlock'],
    [
      'of the same lock',
      unlocked,
      [
        ['unlock', { lockType: 'magnet' }, DONE],
        ['switched', { lightType: 'door', brightness: 1 }, null],
        ['unlock', unlock, UNCONFIRMED],
      ],
      'unlock',
    ],
    ['not of another lock', unlocked, [['unlock', { lockType: 'magnet' }, UNCONFIRMED]], null],
    ['not of the opposite', ['locked', unlock], [['unlock', unlock, UNCONFIRMED]], null],
    ['that locks', ['locked', unlock], [['lock', unlock, UNCONFIRMED]], 'lock'],
    [
      'of a light',
      ['switched', { lightType: 'light_1', brightness: 1 }],
      [['light_apply', { lightType: 'light_1', brightness: 0.98 }, UNCONFIRMED]],
      'light_apply',
    ],
    [
      'of a foil',
      ['switched', { opacity: 0 }],
      [['magic_foil_apply', { opacity: 0 }, UNCONFIRMED]],
      'magic_foil_apply',
    ],
    ['not where there is none', moved, [], null],
  ])('%s', (_name, [action, details], rows, expected) => {
    expect(lateCommandOf({ action, details }, rows.map(rowOf))?.action ?? null).toBe(expected)
  })
})
