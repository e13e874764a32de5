// @vitest-environment happy-dom
import type { Group } from '@senca/contract/automation'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { awning, bedroom, prepare, press, sentence, show, tap, tick } from './testing/scenario-form.tsx'

prepare()

describe('a template', () => {
  const group = (id: string, name: string, device: typeof bedroom): Group => ({
    id,
    name,
    devicetype: device.devicetype,
    activeDeviceTokens: [device.id],
    position: '',
    inclination: '',
    state: { known: 0, total: 1, open: 0, closed: 0, moving: 0, offline: 0, min: null, max: null },
  })
  const groups = [group('g1', 'Awnings', awning), group('g2', 'Shutters', bedroom)]
  const showAll = () => show(null, 'metric', { devices: [awning, bedroom], groups })
  const boxes = (isDisabled: boolean) =>
    screen
      .getAllByRole('checkbox')
      .filter((box) => (box.getAttribute('aria-disabled') === 'true') === isDisabled)
      .map((box) => box.closest('label')?.textContent ?? '')
      .filter((name) => !name.startsWith('linkForm.all'))
  const names = () => boxes(false)
  const isOffered = (name: string) =>
    screen.queryByRole('button', { name: `scenarios.template.${name}` }) !== null

  it.each(['dusk', 'holidayNight'])('%s offers no awnings, until another movement is chosen', (template) => {
    showAll()
    expect(names()).toEqual(['Awnings', 'Shutters', 'Terrace', 'Bedroom'])
    press('button', `scenarios.template.${template}`)
    expect(names()).toEqual(['Shutters', 'Bedroom'])
    press('button', 'scenarios.notForTemplate')
    expect(boxes(true)).toEqual(['Awnings', 'Terrace'])
    tick('Bedroom')
    tap('what')
    fireEvent.click(screen.getByRole('radio', { name: 'scenarios.open' }))
    tick('Bedroom')
    expect(names()).toEqual(['Awnings', 'Shutters', 'Terrace', 'Bedroom'])
  })

  it('is shown as chosen, until another movement is chosen', () => {
    show(null, 'metric', { devices: [bedroom] })
    const pressed = () =>
      screen.queryAllByRole('button', { pressed: true, name: /template/ }).map((key) => key.textContent)
    expect(pressed()).toEqual([])
    for (const template of ['wakeUp', 'dusk']) {
      press('button', `scenarios.template.${template}`)
      expect(pressed()).toEqual([`scenarios.template.${template}`])
    }
    tick('Bedroom')
    expect(pressed()).toEqual(['scenarios.template.dusk'])
    tap('what')
    fireEvent.click(screen.getByRole('radio', { name: 'scenarios.open' }))
    expect(pressed()).toEqual([])
  })

  it('is offered if it makes sense for the chosen devices, or for any of the home [SC23]', () => {
    showAll()
    expect(isOffered('dusk')).toBe(true)
    tick('Terrace')
    expect(isOffered('dusk')).toBe(false)
    tick('Terrace')
    tick('Shutters')
    expect(isOffered('dusk')).toBe(true)
    cleanup()

    show(null)
    expect(isOffered('dusk')).toBe(false)
  })

  it('folds what is of another type than the chosen devices under one line, and does not choose it', () => {
    showAll()
    tick('Terrace')
    expect(names()).toEqual(['Awnings', 'Terrace'])
    expect(screen.queryByRole('checkbox', { name: 'Bedroom' })).toBeNull()
    press('button', 'scenarios.otherType')
    expect(boxes(true)).toEqual(['Shutters', 'Bedroom'])
    tick('Bedroom')
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
    tick('Terrace')
    expect(names()).toEqual(['Awnings', 'Shutters', 'Terrace', 'Bedroom'])
  })

  it('is not needed: all of a section are those of its first type', () => {
    show(null, 'metric', { devices: [awning, bedroom] })
    tick('linkForm.all.shade')
    expect(sentence()).toContain('scenarios.retract Terrace.')
  })

  it('is offered for a group without active devices if it makes sense for the type of the group', () => {
    const empty = groups.map((one) => ({ ...one, activeDeviceTokens: [] }))
    show(null, 'metric', { devices: [awning, bedroom], groups: empty })
    tick('Awnings')
    expect([isOffered('dusk'), isOffered('rain')]).toEqual([false, true])
    tick('Awnings')
    tick('Shutters')
    expect([isOffered('dusk'), isOffered('rain')]).toEqual([true, false])
  })
})
