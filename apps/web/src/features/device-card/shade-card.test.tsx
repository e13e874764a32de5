// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { DeviceCard } from './device-card.tsx'

vi.mock('#light/card/card-canvas.tsx', () => ({ CardCanvas: () => null }))

const nothing = () => {}

function cardOf(
  device: ReturnType<typeof deviceOf>,
  pending: { target: { position: number } } | null = null,
) {
  const calls = { onMove: vi.fn(), onOpen: vi.fn(), onClose: vi.fn(), onStop: vi.fn() }
  render(
    <DeviceCard
      {...calls}
      device={device}
      stale={false}
      pending={pending}
      error={null}
      href={null}
      onDismissError={nothing}
      onUnlock={nothing}
      onToggleFoil={nothing}
      onToggleLight={nothing}
    />,
  )
  return calls
}

it.each([
  ['low', { battery: 18, batteryLow: true }, 'battery.charge'],
  ['said to be low', { batteryLow: true }, 'battery.low'],
])('a battery that is %s is a sign on the card', async (_name, state, words) => {
  cardOf(deviceOf({ state: { position: 0, ...state } }))
  expect(await screen.findByRole('img', { name: words })).toBeDefined()
})

it('a battery that is not low is none', () => {
  cardOf(deviceOf({ state: { position: 0, battery: 21, batteryLow: false } }))
  expect(screen.queryByRole('img')).toBeNull()
})

const slider = () => {
  const input = screen.getByRole('slider')
  if (!(input instanceof HTMLInputElement)) throw new Error('The slider is no input')
  return input
}
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the slider of a shade on its card', () => {
  it('says what the shade reported, and sends once where a key led when it is let go', () => {
    const { onMove } = cardOf(deviceOf({ state: { position: 0.4 } }))
    expect(slider().value).toBe('0.4')
    expect(slider().getAttribute('aria-valuetext')).toBe('card.percent card.portion.closed')
    fireEvent.keyDown(slider(), { key: 'ArrowRight' })
    fireEvent.keyDown(slider(), { key: 'ArrowRight', repeat: true })
    expect(onMove).not.toHaveBeenCalled()
    fireEvent.keyUp(slider(), { key: 'ArrowRight' })
    expect(onMove.mock.calls).toEqual([[{ position: 0.42 }]])
  })

  it.each([
    ['Home', 0],
    ['End', 1],
  ])('leads with %s to the end of the way', (key, position) => {
    const { onMove } = cardOf(deviceOf({ state: { position: 0.4 } }))
    fireEvent.keyDown(slider(), { key })
    fireEvent.keyUp(slider(), { key })
    expect(onMove.mock.calls).toEqual([[{ position }]])
  })

  it.each([
    ['is away', deviceOf({ state: { status: 'offline', position: 0.4 } })],
    ['knows no positions', { ...deviceOf({ state: { position: 0.4 } }), can: ['open' as const] }],
  ])('is disabled while the shade %s', (_, device) => {
    cardOf(device)
    expect(slider().disabled).toBe(true)
  })

  it('lets a hand drag it, and sends once where it was let go', () => {
    const { onMove } = cardOf(deviceOf({ state: { position: 0.4 } }))
    const track = slider().parentElement
    if (track === null) throw new Error('The slider has no track')
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 20))
    const at = (clientX: number) => ({ pointerId: 1, button: 0, buttons: 1, clientX, clientY: 10 })
    fireEvent.pointerDown(track, at(80))
    fireEvent.pointerMove(track, at(120))
    fireEvent.pointerMove(track, at(140))
    expect(onMove).not.toHaveBeenCalled()
    fireEvent.pointerUp(track, { ...at(140), buttons: 0 })
    expect(onMove.mock.calls).toEqual([[{ position: 0.7 }]])
  })
})

describe('the keys of a shade on its card', () => {
  it('open and close it', () => {
    const calls = cardOf(deviceOf({ state: { position: 0.4 } }))
    fireEvent.click(screen.getByRole('button', { name: 'card.open' }))
    fireEvent.click(screen.getByRole('button', { name: 'card.close' }))
    expect(calls.onOpen).toHaveBeenCalledTimes(1)
    expect(calls.onClose).toHaveBeenCalledTimes(1)
    expect(screen.queryByRole('button', { name: 'card.stop' })).toBeNull()
  })

  it('stop it while it moves, and it says that it is sent somewhere before it does', () => {
    const { onStop } = cardOf(deviceOf({ state: { status: 'closing', position: 0.4 } }))
    fireEvent.click(screen.getByRole('button', { name: 'card.stop' }))
    expect(onStop).toHaveBeenCalledTimes(1)
    cleanup()
    cardOf(deviceOf({ state: { position: 0.4 } }), { target: { position: 0.8 } })
    expect(screen.getByText('card.sending')).toBeTruthy()
  })
})

describe('the slats of a blind on its card', () => {
  const blind = (state: object) =>
    deviceOf({ devicetype: 'venetian_blind', state: { position: 1, inclination: 0.5, ...state } })
  const slats = () => screen.getByRole('slider', { name: 'card.tiltOf' })

  it('turn with one slider of their own, and a lift that is running goes on [SN41]', () => {
    const { onMove } = cardOf(blind({ status: 'closing', target: { position: 0.8 } }))
    fireEvent.keyDown(slats(), { key: 'End' })
    fireEvent.keyUp(slats(), { key: 'End' })
    expect(onMove.mock.calls).toEqual([[{ position: 0.8, inclination: 1 }]])
  })

  it.each([
    ['of a shade without slats', deviceOf({ state: { position: 0.4 } })],
    ['of a blind that cannot turn them', { ...blind({}), can: ['open' as const, 'close' as const] }],
  ])('are not on the card %s', (_, device) => {
    cardOf(device)
    expect(screen.queryByRole('slider', { name: 'card.tiltOf' })).toBeNull()
  })
})
