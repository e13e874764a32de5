import type { DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { detectLocalOperations, initialMemory, type LocalOperation, type Part } from './local-operation.ts'

type Fields = Partial<DeviceState>
/**
 * A report: the changed fields, the parts with a command that is not over, and the seconds since the previous report (default 1).
 */
type Report = [fields: Fields, commanded?: Part[], seconds?: number]
/** Whether the device may carry out a command after that has ended. */
interface Hardware {
  mayActLate: boolean
}

const shade: DeviceState = {
  status: 'ready',
  position: 0.5,
  inclination: null,
  assumed: false,
  reportedAt: null,
}
const door: DeviceState = {
  ...shade,
  position: null,
  motorLockState: 'locked',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
  doorLightBrightness: 0,
  handleLightBrightness: 0,
  magicFoilOpacity: 1,
}

/** The operations that are detected in a sequence of reports. */
function detectAll(known: DeviceState, reports: Report[], hardware?: Hardware): LocalOperation[] {
  let memory = initialMemory(known)
  let before = known
  let at = 1_000_000
  const all: LocalOperation[] = []
  for (const [fields, commanded = [], seconds = 1] of reports) {
    const after = { ...before, ...fields }
    at += seconds * 1_000
    const next = detectLocalOperations(memory, { before, after, commanded, at, ...hardware })
    memory = next.memory
    before = after
    all.push(...next.operations)
  }
  return all
}

const moved = (position: number): LocalOperation => ({
  action: 'moved',
  origin: 'wall_switch',
  details: { position },
})

describe('a shade', () => {
  it.each<[string, Report[], LocalOperation[]]>([
    ['that says the same again is not news', [[{}], [{ position: 0.5 }]], []],
    [
      'moved at the wall switch is reported once, with where it came to rest [AC10]',
      [
        [{ status: 'closing', position: 0.52 }],
        [{ position: 0.6 }],
        [{ position: 0.9 }],
        [{ status: 'ready', position: 1 }],
        [{}],
      ],
      [moved(1)],
    ],
    [
      'moved twice is reported twice',
      [
        [{ status: 'closing' }],
        [{ status: 'ready', position: 0.7 }],
        [{ status: 'opening' }],
        [{ status: 'ready', position: 0.2 }],
      ],
      [moved(0.7), moved(0.2)],
    ],
    [
      'turned round at the wall switch has moved once',
      [[{ status: 'closing' }], [{ status: 'opening' }], [{ status: 'ready', position: 0 }]],
      [moved(0)],
    ],
    [
      'that does what it was asked is not news, nor is the tail of it [AC9]',
      [
        [{ status: 'closing', position: 0.6 }, ['shade']],
        [{ position: 0.9 }, ['shade']],
        [{ position: 0.95 }],
        [{ status: 'ready', position: 1 }],
      ],
      [],
    ],
    [
      'that only says where it got to is not news while it was asked',
      [[{ position: 0.9 }, ['shade']], [{}]],
      [],
    ],
    [
      'that settles after a stop has not moved [AC11]',
      [
        [{ status: 'closing' }, ['shade']],
        [{ status: 'ready', position: 0.7 }, ['shade']],
        [{ position: 0.74 }],
        [{ position: 0.71 }],
      ],
      [],
    ],
    [
      'moved on the spot right after a command is reported',
      [
        [{ status: 'closing' }, ['shade']],
        [{ status: 'ready', position: 0.7 }, ['shade']],
        [{ status: 'opening', position: 0.68 }],
        [{ status: 'ready', position: 0 }],
      ],
      [moved(0)],
    ],
    [
      'that is sent elsewhere during a movement of the wall switch is reported up to there',
      [
        [{ status: 'closing', position: 0.6 }],
        [{ status: 'opening', position: 0.62 }, ['shade']],
        [{ status: 'ready', position: 0 }],
      ],
      [moved(0.62)],
    ],
    [
      'moved while it was offline is reported by its first report',
      [[{ position: 1 }], [{}], [{ position: 1 }]],
      [moved(1)],
    ],
    ['moved a hair’s breadth while it was away has not moved', [[{ position: 0.51 }]], []],
    [
      'that claims after a restart to be open, and then is where it was, has not moved [AC11]',
      [[{ position: 0 }], [{ position: 0 }], [{ position: 0.5 }]],
      [],
    ],
    [
      'that claims to be open, and then is elsewhere, has moved there',
      [[{ position: 0 }], [{ position: 0.8 }]],
      [moved(0.8)],
    ],
    [
      'that reckons where it is says nothing proven',
      [[{ position: 0.8, assumed: true }], [{ position: 0.5, assumed: false }]],
      [],
    ],
    ['that loses and finds its place has not moved', [[{ position: null }], [{ position: 0.9 }]], []],
    [
      'that calibrates does so for itself [AC11]',
      [
        [{ status: 'calibrating', position: 0.2 }],
        [{ status: 'closing', position: 1 }],
        [{ status: 'calibrating', position: 0.8 }],
        [{ status: 'ready', position: 0.6 }],
      ],
      [],
    ],
    [
      'that restarts does so for itself',
      [[{ status: 'restarting' }], [{ status: 'ready', position: 0.9 }]],
      [],
    ],
    [
      'that moves another part than was requested is reported',
      [
        [{ status: 'closing' }, ['foil']],
        [{ status: 'ready', position: 1 }, ['foil']],
      ],
      [moved(1)],
    ],
  ])('%s', (_name, reports, expected) => {
    expect(detectAll(shade, reports)).toEqual(expected)
  })

  it.each<[string, Report[], LocalOperation[]]>([
    [
      'that moves after its command has ended is reported, also if it seemed to move before [HW37]',
      [
        [{ status: 'closing' }, ['shade']],
        [{ status: 'closing', position: 0.8 }],
        [{ status: 'ready', position: 1 }],
      ],
      [moved(1)],
    ],
    ['that only seemed to move is not', [[{ status: 'closing' }, ['shade']], [{ status: 'ready' }]], []],
    [
      'that only echoed its command is not',
      [[{ status: 'closing' }, ['shade']], [{ status: 'ready', position: 1, assumed: true }]],
      [],
    ],
    [
      'that comes to rest while its command is followed is not',
      [
        [{ status: 'closing' }, ['shade']],
        [{ status: 'ready', position: 1 }, ['shade']],
      ],
      [],
    ],
  ])('of third-party hardware %s', (_name, reports, expected) => {
    expect(detectAll(shade, reports, { mayActLate: true })).toEqual(expected)
  })

  it('that was moving when the server started is not reported', () => {
    expect(detectAll({ ...shade, status: 'closing' }, [[{ position: 0.9 }], [{ status: 'ready' }]])).toEqual(
      [],
    )
  })

  it('with slats is reported along both axes, and slats alone are reported too', () => {
    const venetian = { ...shade, inclination: 0.5 }
    expect(
      detectAll(venetian, [[{ status: 'moving', inclination: 0.6 }], [{ status: 'ready', inclination: 1 }]]),
    ).toEqual([{ action: 'moved', origin: 'wall_switch', details: { position: 0.5, inclination: 1 } }])
  })
})

describe('a door or a light', () => {
  const lock = (
    action: 'unlocked' | 'locked' | 'jammed',
    origin: 'wall_switch' | 'device',
  ): LocalOperation => ({
    action,
    origin,
    details: { lockType: 'motor' },
  })
  it.each<[string, Report[], LocalOperation[]]>([
    [
      'unlocked by its key is reported, and that it locks again by itself [AC9]',
      [
        [{ motorLockState: 'unlocking' }],
        [{ motorLockState: 'unlocked' }],
        [{ motorLockState: 'locking' }],
        [{ motorLockState: 'locked' }],
      ],
      [lock('unlocked', 'wall_switch'), lock('locked', 'device')],
    ],
    [
      'unlocked by a command is not reported again, but that it locks by itself is',
      [
        [{ motorLockState: 'unlocking' }, ['motor']],
        [{ motorLockState: 'unlocked' }, ['motor']],
        [{ motorLockState: 'locked' }, [], 5],
      ],
      [lock('locked', 'device')],
    ],
    ['whose lock jams says so', [[{ motorLockState: 'jammed' }]], [lock('jammed', 'device')]],
    [
      'that proves its lock after a restart has done nothing',
      [[{ motorLockState: 'unknown' }], [{ motorLockState: 'locked' }]],
      [],
    ],
    [
      'whose contact opens and closes is reported',
      [[{ magneticSensorOpen: true }], [{ magneticSensorOpen: true }], [{ magneticSensorOpen: false }]],
      [
        { action: 'door_opened', origin: 'wall_switch', details: {} },
        { action: 'door_closed', origin: 'wall_switch', details: {} },
      ],
    ],
    [
      'whose contact stops reporting is not',
      [[{ magneticSensorOpen: null }], [{ magneticSensorOpen: true }]],
      [],
    ],
    [
      'switched on the spot is reported, what was requested is not',
      [[{ doorLightBrightness: 1, magicFoilOpacity: 0 }, ['foil']]],
      [{ action: 'switched', origin: 'wall_switch', details: { lightType: 'door', brightness: 1 } }],
    ],
    [
      'that locks by itself while its lights do as they were asked has only locked',
      [
        [{ status: 'moving', motorLockState: 'unlocking' }, ['motor']],
        [{ status: 'ready', motorLockState: 'unlocked', doorLightBrightness: 1 }, ['motor', 'door']],
        [{ status: 'moving', motorLockState: 'locking' }, [], 5],
        [{ doorLightBrightness: 0, handleLightBrightness: 0 }, ['door', 'handle'], 0],
        [{ status: 'ready', motorLockState: 'locked' }, [], 1.5],
      ],
      [lock('locked', 'device')],
    ],
    [
      'switched on the spot while it locks by itself is reported as both',
      [
        [{ status: 'moving', motorLockState: 'unlocking' }, ['motor']],
        [{ status: 'ready', motorLockState: 'unlocked' }, ['motor']],
        [{ status: 'moving', motorLockState: 'locking', handleLightBrightness: 1 }, [], 5],
        [{ doorLightBrightness: 1 }, ['door'], 0],
        [{ status: 'ready', motorLockState: 'locked' }, [], 1.5],
      ],
      [
        { action: 'switched', origin: 'wall_switch', details: { lightType: 'handle', brightness: 1 } },
        lock('locked', 'device'),
      ],
    ],
    [
      'dimmed on the spot is reported once, when it has come to rest',
      [
        [{ status: 'moving', doorLightBrightness: 0.2 }],
        [{ doorLightBrightness: 0.5 }],
        [{ status: 'ready', doorLightBrightness: 0.7 }],
      ],
      [{ action: 'switched', origin: 'wall_switch', details: { lightType: 'door', brightness: 0.7 } }],
    ],
    [
      'whose foil is switched on the spot is reported',
      [[{ magicFoilOpacity: 0 }]],
      [{ action: 'switched', origin: 'wall_switch', details: { opacity: 0 } }],
    ],
  ])('%s', (_name, reports, expected) => {
    expect(detectAll(door, reports)).toEqual(expected)
  })
})
