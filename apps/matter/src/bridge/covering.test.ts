import { DEVICE_STATUSES, type DeviceInfo } from '@senca/contract'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CLOSING,
  type CoveringAttributes,
  type CoveringView,
  coveringAttributes,
  coveringShapeOf,
  OPENING,
  percentageOf,
  STOPPED,
} from './covering.ts'

const CAN = ['open', 'close', 'stop', 'setPosition', 'setTilt'] as const
const shapeOf = (devicetype: DeviceInfo['devicetype'], can: DeviceInfo['can'] = [...CAN]) => {
  const shape = coveringShapeOf({ devicetype, can })
  if (shape === null) throw new Error(`${devicetype} is no covering`)
  return shape
}
const stateOf = (state: Partial<DeviceInfo['state']>): DeviceInfo['state'] => ({
  status: 'ready',
  position: 0.25,
  inclination: null,
  assumed: false,
  reportedAt: null,
  ...state,
})
const viewOf = (state: Partial<DeviceInfo['state']>, more: Partial<CoveringView> = {}): CoveringView => ({
  shape: shapeOf('roller_shutter'),
  state: stateOf(state),
  isConnected: true,
  isHeld: false,
  isCommandable: true,
  isThirdParty: false,
  fault: null,
  pending: null,
  reached: {},
  isSilent: false,
  ...more,
})
const motionOf = ({ operationalStatus, targetLift, currentLift }: CoveringAttributes) => ({
  global: operationalStatus.global,
  targetLift,
  currentLift,
})

describe('the shape of a covering [BR19]', () => {
  it.each([
    ['roller_shutter', 2, 17, false],
    ['venetian_blind', 8, 13, true],
    ['textile_screen', 2, 18, false],
    ['awning', 5, 19, false],
    ['insect_screen', 0, 0, false],
    ['falcon', 2, 255, false],
    ['pergola', 6, 255, false],
  ] as const)('of a %s', (devicetype, type, endProductType, hasTilt) => {
    expect(shapeOf(devicetype)).toMatchObject({ type, endProductType, hasTilt, isBinary: false })
  })

  it('has the louvres of a pergola as lift [BR23]', () => {
    expect(shapeOf('pergola').lift).toBe('inclination')
    const attributes = coveringAttributes(
      viewOf({ position: null, inclination: 0.4 }, { shape: shapeOf('pergola') }),
    )
    expect(attributes).toMatchObject({ currentLift: 4_000, targetLift: 4_000, currentTilt: null })
  })

  it('knows no door and no light', () => {
    for (const devicetype of ['home_door', 'light'] as const)
      expect(coveringShapeOf({ devicetype, can: [...CAN] })).toBeNull()
  })

  it('is binary where the hardware knows its ends only [BR28]', () => {
    const shape = shapeOf('roller_shutter', ['open', 'close', 'stop'])
    expect(shape.isBinary).toBe(true)
    for (const [position, shown] of [
      [0, 0],
      [0.4, 0],
      [0.6, 10_000],
      [1, 10_000],
      [null, null],
    ] as const)
      expect(coveringAttributes(viewOf({ position }, { shape })).currentLift).toBe(shown)
    const moving = coveringAttributes(viewOf({ position: 1, status: 'opening' }, { shape }))
    expect(motionOf(moving)).toEqual({ global: OPENING, targetLift: 0, currentLift: 10_000 })
  })
})

describe('values at rest [BR22]', () => {
  it.each([
    [0.25, 2_500],
    [0.02, 0],
    [0.021, 210],
    [0.98, 10_000],
    [0.979, 9_790],
    [null, null],
  ])('of %s', (position, shown) => {
    expect(motionOf(coveringAttributes(viewOf({ position })))).toEqual({
      global: STOPPED,
      targetLift: shown,
      currentLift: shown,
    })
  })

  it('have the wider tolerance of hardware of other makers', () => {
    expect(coveringAttributes(viewOf({ position: 0.04 }, { isThirdParty: true })).currentLift).toBe(0)
    expect(coveringAttributes(viewOf({ position: 0.04 })).currentLift).toBe(400)
  })

  it('are the place that was asked for, if it is as near as the hardware comes', () => {
    const reached = { lift: 0.5 }
    expect(coveringAttributes(viewOf({ position: 0.515 }, { reached })).currentLift).toBe(5_000)
    expect(coveringAttributes(viewOf({ position: 0.53 }, { reached })).currentLift).toBe(5_300)
  })

  it('have percentages that are rounded down', () => {
    expect([0, 99, 100, 9_999, 10_000, null].map(percentageOf)).toEqual([0, 0, 1, 99, 100, null])
  })
})

describe('values in motion [BR24]', () => {
  it('have the target of Senca, or else the end of the direction', () => {
    const state = { status: 'closing', position: 0.3 } as const
    expect(motionOf(coveringAttributes(viewOf({ ...state, target: { position: 0.6 } })))).toEqual({
      global: CLOSING,
      targetLift: 6_000,
      currentLift: 3_000,
    })
    expect(coveringAttributes(viewOf(state)).targetLift).toBe(10_000)
    expect(coveringAttributes(viewOf({ ...state, status: 'opening' })).targetLift).toBe(0)
  })

  it('have the end when the shade has passed its target', () => {
    const state = { status: 'closing', position: 0.7, target: { position: 0.6 } } as const
    expect(coveringAttributes(viewOf(state)).targetLift).toBe(10_000)
  })

  it('are over when nothing was reported for too long', () => {
    const attributes = coveringAttributes(
      viewOf({ status: 'closing', position: 0.3, target: { position: 0.6 } }, { isSilent: true }),
    )
    expect(motionOf(attributes)).toEqual({ global: STOPPED, targetLift: 3_000, currentLift: 3_000 })
  })

  it('show what was asked a moment ago, and nothing of it when it was not carried out', () => {
    const pending = viewOf({ position: 0.25 }, { pending: { lift: 0.75 } })
    expect(motionOf(coveringAttributes(pending))).toEqual({
      global: CLOSING,
      targetLift: 7_500,
      currentLift: 2_500,
    })
    expect(motionOf(coveringAttributes({ ...pending, pending: null }))).toMatchObject({
      global: STOPPED,
      targetLift: 2_500,
    })
  })

  it('move the slats alone when only they were asked', () => {
    const shape = shapeOf('venetian_blind')
    const attributes = coveringAttributes(
      viewOf({ status: 'closing', position: 0.5, inclination: 0.1, target: { inclination: 0.8 } }, { shape }),
    )
    expect(attributes).toMatchObject({
      operationalStatus: { global: CLOSING, lift: STOPPED, tilt: CLOSING },
      currentLift: 5_000,
      targetLift: 5_000,
      currentTilt: 1_000,
      targetTilt: 8_000,
    })
  })
})

describe('the safety status [BR59]', () => {
  it('says what holds, cannot be reached and is not known', () => {
    const clear = {
      remoteLockout: false,
      failedCommunication: false,
      positionFailure: false,
      protection: false,
      obstacleDetected: false,
      motorJammed: false,
    }
    expect(coveringAttributes(viewOf({})).safety).toEqual(clear)
    expect(coveringAttributes(viewOf({}, { isHeld: true })).safety).toEqual({ ...clear, protection: true })
    expect(coveringAttributes(viewOf({}, { isCommandable: false })).safety.remoteLockout).toBe(true)
    expect(coveringAttributes(viewOf({}, { isConnected: false })).safety.failedCommunication).toBe(true)
    expect(coveringAttributes(viewOf({ position: null })).safety.positionFailure).toBe(true)
    const stoppedBy = (fault: 'obstructed' | 'jammed') => coveringAttributes(viewOf({}, { fault })).safety
    expect(stoppedBy('obstructed')).toEqual({ ...clear, obstacleDetected: true })
    expect(stoppedBy('jammed')).toEqual({ ...clear, motorJammed: true })
  })
})

/** What must be true of every set of attributes that is reported together. */
function contradictionIn(attributes: CoveringAttributes): string | null {
  const { operationalStatus, safety } = attributes
  const axes = [
    ['lift', operationalStatus.lift, attributes.currentLift, attributes.targetLift],
    ['tilt', operationalStatus.tilt, attributes.currentTilt, attributes.targetTilt],
  ] as const
  for (const [axis, motion, current, target] of axes) {
    for (const value of [current, target])
      if (value !== null && !(Number.isInteger(value) && value >= 0 && value <= 10_000))
        return `${axis} is ${value}`
    if (motion === STOPPED && current !== target) return `${axis} is at rest elsewhere than its target`
    if (motion !== STOPPED && target === null) return `${axis} moves to nowhere`
    if (current === null || target === null) continue
    if (motion === OPENING && target > current) return `${axis} opens towards closed`
    if (motion === CLOSING && target < current) return `${axis} closes towards open`
  }
  const { global, lift, tilt } = operationalStatus
  if (global !== (lift === STOPPED ? tilt : lift)) return 'the status of all is of none'
  if (safety.positionFailure !== (attributes.currentLift === null)) return 'an unknown place is known'
  return null
}

const share = fc.oneof(fc.constantFrom(0, 0.015, 0.5, 0.985, 1), fc.double({ min: 0, max: 1, noNaN: true }))
const view: fc.Arbitrary<CoveringView> = fc.record({
  shape: fc.constantFrom(
    shapeOf('roller_shutter'),
    shapeOf('venetian_blind'),
    shapeOf('pergola'),
    shapeOf('awning'),
    shapeOf('roller_shutter', ['open', 'close', 'stop']),
  ),
  state: fc.record({
    status: fc.constantFrom(...DEVICE_STATUSES),
    position: fc.option(share),
    inclination: fc.option(share),
    target: fc.option(fc.record({ position: share, inclination: share }, { requiredKeys: [] })),
    assumed: fc.boolean(),
    reportedAt: fc.constant(null),
  }),
  isConnected: fc.boolean(),
  isHeld: fc.boolean(),
  isCommandable: fc.boolean(),
  isThirdParty: fc.boolean(),
  fault: fc.constantFrom('obstructed', 'jammed', null),
  pending: fc.option(fc.record({ lift: share, tilt: share }, { requiredKeys: [] })),
  reached: fc.record({ lift: share, tilt: share }, { requiredKeys: [] }),
  isSilent: fc.boolean(),
})

describe('status, target and current', () => {
  it('agree in whatever state a device says that it is [BR24]', () => {
    fc.assert(
      fc.property(view, (seen) => {
        expect(contradictionIn(coveringAttributes(seen))).toBeNull()
      }),
      { numRuns: 20_000 },
    )
  })
})
