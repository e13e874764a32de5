// @vitest-environment happy-dom
import type { Scenario, ScenarioOutlook } from '@senca/contract/automation'
import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { messageStore } from '#core/messages.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { scenariosApi } from '../scenarios.api.ts'
import { weekQuery } from '../scenarios.ts'
import {
  awning,
  bedroom,
  begin,
  prepare,
  press,
  scenario,
  send,
  sentence,
  show,
  tap,
  tick,
  write,
} from './testing/scenario-form.tsx'

prepare()

const LJUBLJANA = { lat: 46.0569, lon: 14.5058, timezone: 'Europe/Ljubljana' }

describe('the devices of a scenario', () => {
  it.each([
    ['that can', awning, 1],
    ['that cannot', { ...awning, can: deviceOf({ devicetype: 'awning', version: 1 }).can }, 0],
  ])('offers ventilation to a shade %s', (_name, shade, count) => {
    show(scenario, 'metric', { devices: [shade] })
    tap('what')
    expect(screen.queryAllByRole('radio', { name: /ventilation/i })).toHaveLength(count)
  })

  it('name their owner where they are shared', () => {
    const shared = deviceOf({
      id: 'awning-2',
      name: 'Terrace',
      devicetype: 'awning',
      owner: 'bor@example.org',
    })
    show(null, 'metric', { devices: [awning, shared] })
    const devices = within(screen.getByRole('group', { name: 'linkForm.devices' }))
    expect(devices.queryAllByRole('checkbox', { name: /^Terrace/ })).toHaveLength(2)
    expect(devices.getByRole('checkbox', { name: /^Terrace\s+bor@example\.org$/ })).toBeTruthy()
    expect(devices.getByRole('checkbox', { name: 'Terrace' })).toBeTruthy()
  })
})

describe('the sentence of a scenario', () => {
  const parts = (isOpen: boolean) =>
    screen
      .getAllByRole('button', { name: /^scenarios\.(when|who|what): /, expanded: isOpen })
      .map((part) => part.getAttribute('aria-label')?.split(':')[0])

  it('says what is chosen, and asks for what is not', () => {
    show(null, 'metric', { devices: [awning, bedroom] })
    expect(sentence()).toBe('scenarios.everyDay scenarios.at: scenarios.open scenarios.say.noWho')
    tick('Terrace')
    expect(sentence()).toBe('scenarios.everyDay scenarios.at: scenarios.retract Terrace.')
    tap('when')
    write('scenarios.clock', '25:00')
    expect(sentence()).toBe('scenarios.say.noWhen: scenarios.retract Terrace.')
    tap('what')
    press('radio', 'scenarios.safe')
    expect(sentence()).toBe('scenarios.say.noWhen: move Terrace scenarios.safe.')
    press('radio', 'scenarios.place')
    expect(sentence()).toBe('scenarios.say.noWhen: set Terrace to scenarios.position card.percent.')
  })

  it('opens a part directly below it, and moves the focus there', () => {
    show(scenario)
    expect(screen.queryByRole('region')).toBeNull()
    tap('who')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: /^scenarios.who: / }))
    tap('when')
    expect(screen.getAllByRole('region')).toEqual([
      screen.getByRole('region', { name: /^scenarios.when: / }),
      screen.getByRole('region', { name: /^scenarios.who: / }),
    ])
    tap('who')
    expect(parts(true)).toEqual(['scenarios.when'])
  })

  it('opens only what is not chosen yet, what a template leaves open, and the part that is wrong', async () => {
    show(null, 'metric', { devices: [bedroom, awning] })
    expect(parts(true)).toEqual(['scenarios.who'])
    press('button', 'scenarios.template.wind')
    expect(parts(true)).toEqual(['scenarios.when', 'scenarios.who'])
    press('button', 'scenarios.template.dusk')
    expect(parts(true)).toEqual(['scenarios.who'])
    tap('who')
    await send('scenarios.create')
    expect(screen.getByRole('alert').textContent).toBe('scenarios.whoNeeded')
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Bedroom' }))
  })

  it('proposes a name until one is typed', async () => {
    const create = vi.spyOn(scenariosApi, 'create').mockResolvedValue(scenario)
    show(null, 'metric', { devices: [bedroom] })
    const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'scenarios.name' }).value
    expect(name()).toBe('')
    press('button', 'scenarios.template.dusk')
    expect(name()).toBe('scenarios.template.dusk')
    tick('Bedroom')
    tap('what')
    press('radio', 'scenarios.open')
    expect(name()).toBe('Bedroom')
    write('scenarios.name', 'Evening')
    press('button', 'scenarios.template.dusk')
    expect(name()).toBe('Evening')
    await send('scenarios.create')
    expect(create.mock.calls[0]?.[0]).toMatchObject({ name: 'Evening' })
  })
})

describe('the form of a scenario of the weather', () => {
  /** A new scenario for the awning that waits for something else than a time. */
  const describeNew = (name: string, waitsFor: string) => {
    show(null)
    write('scenarios.name', name)
    tick('Terrace')
    tap('when')
    press('radio', waitsFor)
  }

  it('sends a wind that was written in km/h in metres a second', async () => {
    const create = vi.spyOn(scenariosApi, 'create').mockResolvedValue(scenario)
    describeNew('Storm', 'scenarios.byWeather')
    write('scenarios.value', '38')
    write('scenarios.holdFor', '30')
    await send('scenarios.create')
    expect(create.mock.calls[0]?.[0]).toEqual({
      name: 'Storm',
      enabled: true,
      targets: ['awning-1'],
      groups: [],
      catchUp: 'within',
      triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10.5556, holdFor: 30 }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
  })

  it('sends a template as a preset, with the wind class that is chosen, and as triggers once it is changed', async () => {
    const create = vi.spyOn(scenariosApi, 'create').mockResolvedValue(scenario)
    begin('wind')
    press('radio', /scenarios\.wind2/)
    await send('scenarios.create')
    const sent = create.mock.calls[0]?.[0]
    expect(sent).toMatchObject({ preset: { protect: 'wind', windClass: 2 } })
    expect(sent).not.toHaveProperty('triggers')
    expect(sent).not.toHaveProperty('actions')
    cleanup()

    begin('wind')
    write('scenarios.value', '30')
    await send('scenarios.create')
    expect(create.mock.calls[1]?.[0]).not.toHaveProperty('preset')
    expect(create.mock.calls[1]?.[0]).toMatchObject({ triggers: [{ value: 8.3333 }] })
  })

  it('offers safety first, and says where that is', () => {
    begin('wind')
    tap('what')
    const moves = screen.getByRole('radiogroup', { name: 'scenarios.what' })
    expect(moves.textContent).toMatch(/^scenarios\.safe/)
    expect(screen.getByText('weather.measure.wind_gust: scenarios.retract')).toBeTruthy()
  })

  it.each(['metric', 'imperial'] as const)(
    'does not send an untouched rule, shown in %s units',
    async (units) => {
      const update = vi.spyOn(scenariosApi, 'update').mockResolvedValue(scenario)
      show(scenario, units)
      write('scenarios.name', 'Gale')
      await send('scenarios.save')
      // The threshold was not changed, whatever the unit in which it is shown.
      expect(update.mock.calls[0]?.[0]).toEqual({ id: 's1', name: 'Gale' })
    },
  )

  it('sends the alarms that are chosen, and none without one', async () => {
    const create = vi.spyOn(scenariosApi, 'create').mockResolvedValue(scenario)
    describeNew('Alarm', 'scenarios.byAlarm')
    press('button', 'weather.alarm.break_in')
    press('button', 'weather.alarm.forced_door')
    await send('scenarios.create')
    expect(screen.getByText('scenarios.alarmNeeded')).toBeTruthy()
    expect(create).not.toHaveBeenCalled()
    press('button', 'weather.alarm.hail')
    await send('scenarios.create')
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      triggers: [{ type: 'Security', sources: ['hail'] }],
      actions: [{ type: 'MoveSelfSecurity' }],
    })
  })

  it.each([
    ['data_missing', { key: 'home' }, 'scenarios.placeNeeded', true],
    ['malformed_trigger', {}, 'scenarios.triggerBad', false],
    ['device_scenarios_limit_exceeded', {}, 'scenarios.tooMany', false],
    ['similar_weather_scenario_already_exists', { device_id: 'awning-1' }, 'scenarios.similar', false],
  ])('says of %s what is wrong where it is', async (error, details, text, hasLink) => {
    const refusal = new ApiFailure(400, { error, error_description: '', ...details })
    vi.spyOn(scenariosApi, 'create').mockRejectedValue(refusal)
    begin('rain')
    await send('scenarios.create')
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(screen.queryByRole('link', { name: 'weather.place' }) !== null).toBe(hasLink)
    expect(messageStore.getState().message).toBeNull()
    write('scenarios.name', 'Other')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps to the words of the code where it knows no better', async () => {
    const refusal = new ApiFailure(409, {
      error: 'similar_weather_scenario_already_exists',
      error_description: '',
    })
    vi.spyOn(scenariosApi, 'create').mockRejectedValue(refusal)
    begin('rain')
    await send('scenarios.create')
    expect(messageStore.getState().message?.text).toBe('errors.similarWeatherScenario')
  })
})

describe('the coming week in the form of a scenario', () => {
  const morning: Scenario = {
    ...scenario,
    name: 'Morning',
    triggers: [{ type: 'TimeOfDay', hour: 7, minute: 0 }],
    actions: [{ type: 'MoveSelf', position: 0.5 }],
  }
  const saved = (at: string) => {
    const outlook: ScenarioOutlook = [
      {
        scenarioId: 's1',
        name: 'Morning',
        at,
        reason: { type: 'time', hour: 7, minute: 0 },
        deviceIds: ['awning-1'],
        actions: morning.actions,
      },
    ]
    vi.spyOn(scenariosApi, 'outlook').mockResolvedValue(outlook)
    queryClient.setQueryData(weekQuery.queryKey, outlook)
  }

  it('shows when one’s own devices will move as it is written, and those of others as the server has it saved [SC22]', () => {
    vi.setSystemTime('2026-06-22T01:00:00Z')
    saved('2026-06-22T12:00:00Z')
    show(morning, 'metric', { place: LJUBLJANA })
    const times = () =>
      screen.getAllByRole('listitem').map((day) => /\d+:\d\d/.exec(day.textContent ?? '')?.[0])
    expect(times()).toEqual(Array(7).fill('07:00'))
    expect(screen.queryByText('scenarios.sharedTimes')).toBeNull()
    cleanup()

    show(morning, 'metric', { place: LJUBLJANA, devices: [{ ...awning, owner: 'lena@example.com' }] })
    expect(times()).toEqual(['14:00', ...Array(6).fill(undefined)])
    expect(screen.getByText('scenarios.sharedTimes')).toBeTruthy()
  })
})
