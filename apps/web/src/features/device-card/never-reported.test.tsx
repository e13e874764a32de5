import type { DeviceInfo, DeviceType } from '@senca/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { DeviceCard } from './device-card.tsx'

const nothing = () => {}
const cardOf = (device: DeviceInfo): string =>
  renderToStaticMarkup(
    <DeviceCard
      device={device}
      stale={false}
      pending={null}
      error={null}
      href={null}
      onDismissError={nothing}
      onMove={nothing}
      onOpen={nothing}
      onClose={nothing}
      onStop={nothing}
      onUnlock={nothing}
      onToggleFoil={nothing}
      onToggleLight={nothing}
    />,
  )

/** Texts and attributes that show a state or an outdated state. */
const STATE =
  /card\.(word|lock|lockSensor|light|door|offline|stale|percent|degrees)|>\?|data-sensor|role="switch"/

const FIRST_REPORT: [DeviceType, object, string][] = [
  ['roller_shutter', { position: 0.4 }, '40'],
  ['venetian_blind', { position: 1, inclination: 0.5 }, '100'],
  ['pergola', { inclination: 0.4 }, '36'],
  ['home_door', { motorLockConnected: true, motorLockLocked: true }, 'card.lock.locked'],
  ['light', { light1Brightness: 1 }, 'card.light.on'],
]

describe.each(FIRST_REPORT)('the card of a %s that was claimed', (devicetype, state, words) => {
  it.each([true, false])('and never reported says so and no state, connected: %s', (connected) => {
    const card = cardOf(deviceOf({ devicetype, connected, state: { position: null, reportedAt: null } }))
    expect(card).toContain('card.never')
    expect(card).not.toMatch(STATE)
  })

  it('looks like any other with its first report', () => {
    const card = cardOf(deviceOf({ devicetype, state }))
    expect(card).not.toContain('card.never')
    expect(card).toContain(words)
  })
})
