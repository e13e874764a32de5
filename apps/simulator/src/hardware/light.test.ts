import { describe, expect, it } from 'vitest'
import { createBench } from '../testing/bench.ts'
import type { WallSwitchAction } from './behaviour.ts'

const apply = (lightType: string, brightness: number) => ({ command: 'light_apply', lightType, brightness })

describe('the channels of a light', () => {
  it.each([
    [undefined, { light1Dimmable: true, light2Dimmable: true }],
    [['light_1'], { light1Dimmable: false }],
    [['light_1', 'light_2', 'light_1_dimmer'], { light1Dimmable: true, light2Dimmable: false }],
    [['light_1', 'Light2', 'dimmer'], { light1Dimmable: true, light2Dimmable: true }],
    [['light_2_dimmer'], { light2Dimmable: true }],
  ] as const)('[DP18] are those of its parts: %s', (parts, dimmable) => {
    const bench = createBench({ type: 'light', ...(parts === undefined ? {} : { parts: [...parts] }) })
    const { status, settings, totalRestarts, totalStateUpdates, ...fields } = bench.lastState()
    const brightness = Object.keys(dimmable).map((key) => [key.replace('Dimmable', 'Brightness'), 0])
    expect(fields).toEqual({ ...dimmable, ...Object.fromEntries(brightness) })
    expect(status).toBe('ready')
  })

  it('[DP18] fade for a moment when they are dimmable, each on its own, and report it', () => {
    const bench = createBench({ type: 'light' })
    bench.send(apply('light_2', 0.3))
    expect(bench.lastState()).toMatchObject({ status: 'moving', light1Brightness: 0, light2Brightness: 0 })
    bench.clock.advance(250)
    expect(bench.lastState()).toMatchObject({ status: 'moving', light2Brightness: 0.125 })
    bench.clock.advance(350)
    expect(bench.lastState()).toMatchObject({ status: 'ready', light1Brightness: 0, light2Brightness: 0.3 })
    expect(bench.clock.pending()).toBe(0)
  })

  it('[DP18] turn round in the middle of a fade, and stop in it', () => {
    const bench = createBench({ type: 'light' })
    bench.send(apply('light_1', 1))
    bench.clock.advance(300)
    bench.send(apply('light_1', 0))
    bench.clock.advance(300)
    expect(bench.device.state().light1Brightness).toBe(0.25)
    bench.send({ command: 'abort' })
    bench.clock.advance(1_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', light1Brightness: 0.25 })
    bench.send({ command: 'abort' })
    expect(bench.results().at(-1)).toMatchObject({ error: 'device_not_busy' })
  })

  it('[DP18] are on or off when they cannot be dimmed, at once, and refuse anything between', () => {
    const bench = createBench({ type: 'light', parts: ['light_1'] })
    bench.send(apply('light_1', 0.5))
    expect(bench.results()).toMatchObject([{ error: 'bad_command_value' }])
    expect(bench.lastState().light1Brightness).toBe(0)
    bench.send(apply('light_1', 1))
    expect(bench.lastState()).toMatchObject({ status: 'ready', light1Brightness: 1 })
    bench.send(apply('light_2', 1))
    expect(bench.results().at(-1)).toMatchObject({ error: 'device_unsupported_action' })
  })

  it('keep their brightness through a power cut in a fade', () => {
    const bench = createBench({ type: 'light' })
    bench.send(apply('light_1', 1))
    bench.clock.advance(300)
    bench.device.fault({ kind: 'power_cut', ms: 2_000 })
    bench.clock.advance(2_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', light1Brightness: 0.5, totalRestarts: 2 })
  })

  it('keep their names', () => {
    const bench = createBench({ type: 'light' })
    bench.send({ command: 'settings', settings: { light1Name: 'Table' } })
    expect(bench.lastState().settings).toMatchObject({ light1Name: 'Table' })
  })
})

describe('the switch of a light', () => {
  const cases: [string, Record<string, unknown>, [WallSwitchAction, number][]][] = [
    [
      'turned',
      {},
      [
        ['open', 1],
        ['close', 0],
        ['toggle', 1],
        ['toggle', 0],
        ['stop', 0],
      ],
    ],
    [
      'turned round by its settings',
      { switchInverted: true },
      [
        ['close', 1],
        ['open', 0],
      ],
    ],
    [
      'of the normal kind, held',
      {},
      [
        ['press_open', 1],
        ['release', 0],
        ['press_close', 1],
      ],
    ],
    [
      'of the normal kind, turned round',
      { switchInverted: true },
      [
        ['press_open', 0],
        ['release', 1],
      ],
    ],
    [
      'a push button',
      { switchType: 'push_button' },
      [
        ['press_open', 1],
        ['release', 1],
        ['press_open', 0],
        ['release', 0],
      ],
    ],
  ]
  it.each(cases)('%s', (_name, settings, steps) => {
    const bench = createBench({ type: 'light' })
    bench.send({ command: 'settings', settings })
    for (const [action, brightness] of steps) {
      bench.device.wallSwitch(action)
      bench.clock.advance(1_000)
      expect([action, bench.lastState()]).toMatchObject([
        action,
        { light1Brightness: brightness, light2Brightness: brightness },
      ])
    }
  })
})
