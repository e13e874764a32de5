import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { ControlMenu } from './control-menu.tsx'

const menuOf = (device: ReturnType<typeof deviceOf>): string =>
  renderToStaticMarkup(
    <ControlMenu
      device={device}
      onOpen={() => {}}
      onClose={() => {}}
      onVentilate={() => {}}
      onFavourite={() => {}}
    />,
  )
const disabledIn = (menu: string): number => menu.split('aria-disabled="true"').length - 1

describe('the menu of a shade', () => {
  it.each(['calibrating', 'restarting'] as const)('while it is %s takes nothing and says why', (status) => {
    const menu = menuOf(deviceOf({ state: { status, position: 0.4 } }))
    expect(disabledIn(menu)).toBe(4)
    expect(menu).toContain(`control.hindrance.${status}`)
  })

  it('while it moves takes everything', () => {
    const menu = menuOf(deviceOf({ state: { status: 'closing', position: 0.4 } }))
    expect(disabledIn(menu)).toBe(0)
    expect(menu).not.toContain('control.hindrance')
  })

  it('offers ventilation to one that can, whatever its generation', () => {
    const device = deviceOf({ state: { position: 0.4 } })
    const { can } = deviceOf({ version: 1 })
    expect(menuOf({ ...device, version: 1 })).toContain('control.ventilation')
    expect(menuOf({ ...device, can })).not.toContain('control.ventilation')
  })

  it('that knows no positions still opens and closes it', () => {
    const device = deviceOf({ state: { position: 0.4 } })
    expect(disabledIn(menuOf({ ...device, can: ['open', 'close', 'stop'] }))).toBe(0)
  })
})
