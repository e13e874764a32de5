import { expect, it } from 'vitest'
import { setUp } from '../testing/commands.ts'
import { deviceOf } from '../testing/devices.ts'
import { deviceActions } from './device-actions.ts'
import { keptLampLevels } from './kept-lamp-levels.ts'
import { createLampLevels } from './lamp-levels.ts'

const lamp = (light1Brightness: number, more: object = {}) =>
  deviceOf({
    devicetype: 'light',
    state: { position: null, light1Brightness, light1Dimmable: true, light2Brightness: 0, ...more },
  })

it('a lamp that is switched on returns to the brightness that it had last, as far as it can be dimmed', () => {
  const levels = createLampLevels()
  levels.note(lamp(0.4, { light2Brightness: 0.3 }))
  levels.note(lamp(0))
  expect(levels.levelOf(lamp(0), 'light_1')).toBe(0.4)
  expect(levels.levelOf(lamp(0), 'light_2')).toBe(1)
  expect(createLampLevels().levelOf(lamp(0), 'light_1')).toBe(1)
})

it.each([
  ['is kept in the browser', null, 0.4],
  ['is full where the browser keeps nonsense', '{"device-1 light_1": 7}', 1],
  ['is full where it keeps no JSON', '{', 1],
])('the brightness %s', (_, kept, level) => {
  const items = new Map<string, string>()
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
  keptLampLevels(store).note(lamp(0.4))
  if (kept !== null) items.set('lampLevels', kept)
  expect(keptLampLevels(store).levelOf(lamp(0), 'light_1')).toBe(level)
})

it('a browser that refuses storage keeps it for the page', () => {
  const refuse = () => {
    throw new Error('refused')
  }
  const levels = keptLampLevels({ getItem: refuse, setItem: refuse })
  levels.note(lamp(0.4))
  expect(levels.levelOf(lamp(0), 'light_1')).toBe(0.4)
})

it('the key of a lamp sends the brightness that it returns to', async () => {
  const { commands, move, report } = setUp(lamp(0.4))
  const offNow = deviceActions(commands, lamp(0.4))
  offNow.onToggleLight('light_1', false)
  expect(move).toHaveBeenLastCalledWith('device-1', {
    command: 'light_apply',
    lightType: 'light_1',
    brightness: 0,
  })
  report({ light1Brightness: 0 })
  deviceActions(commands, lamp(0)).onToggleLight('light_1', true)
  expect(move).toHaveBeenLastCalledWith('device-1', {
    command: 'light_apply',
    lightType: 'light_1',
    brightness: 0.4,
  })
})
