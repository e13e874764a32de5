import { describe, expect, it } from 'vitest'
import { fakeClock } from '#core/testing/fakes.ts'
import { createDeviceSpeech, createListSpeech } from './speech.ts'

const setUp = (create: typeof createDeviceSpeech) => {
  const clock = fakeClock()
  const spoken: string[] = []
  return { clock, spoken, notify: create(clock, (words) => spoken.push(words)) }
}

describe('the voice of one device', () => {
  it('says what happens at once and in order, however quickly it follows', async () => {
    const { clock, spoken, notify } = setUp(createDeviceSpeech)
    notify('door', 'Unlocked', false)
    expect(spoken).toEqual(['Unlocked'])
    notify('door', 'Locked', false)
    notify('door', 'Unlocked', false)
    expect(spoken).toEqual(['Unlocked'])
    await clock.advance(600)
    expect(spoken).toEqual(['Unlocked', 'Locked', 'Unlocked'])
  })

  it('says of passing words the newest, every 2.5 seconds at most', async () => {
    const { clock, spoken, notify } = setUp(createDeviceSpeech)
    for (let percent = 1; percent <= 20; percent += 1) {
      notify('light', `${percent}%`, true)
      await clock.advance(250)
    }
    expect(spoken).toEqual(['1%', '10%', '20%'])
  })

  it('drops passing words when the device comes to rest', async () => {
    const { clock, spoken, notify } = setUp(createDeviceSpeech)
    notify('light', '1%', true)
    notify('light', '2%', true)
    await clock.advance(400)
    notify('light', '100%', false)
    expect(spoken).toEqual(['1%', '100%'])
    await clock.advance(10_000)
    expect(spoken).toHaveLength(2)
  })
})

describe('the voice of a list', () => {
  it('says the newest words of each device after a pause', async () => {
    const { clock, spoken, notify } = setUp(createListSpeech)
    notify('a', 'A 1', false)
    notify('b', 'B 1', false)
    notify('a', 'A 2', false)
    await clock.advance(2_499)
    expect(spoken).toEqual([])
    await clock.advance(1)
    expect(spoken).toEqual(['A 2. B 1'])
    notify('b', 'B 2', false)
    await clock.advance(2_500)
    expect(spoken).toEqual(['A 2. B 1', 'B 2'])
  })
})

it.each([createDeviceSpeech, createListSpeech])('words are said without soft hyphens', async (create) => {
  const { clock, spoken, notify } = setUp(create)
  notify('light', 'Unbe\u00ADkannt', false)
  await clock.advance(2_500)
  expect(spoken).toEqual(['Unbekannt'])
})

describe('the voice of a list', () => {
  const setUpList = () => {
    const clock = fakeClock()
    const spoken: string[] = []
    return {
      clock,
      spoken,
      notify: createListSpeech(
        clock,
        (words) => spoken.push(words),
        () => 'Three closed',
      ),
    }
  }

  it('names each of a few devices', async () => {
    const { clock, spoken, notify } = setUpList()
    for (const name of ['Hall', 'Bath']) notify(name, `${name} 40%`, false)
    await clock.advance(2_500)
    expect(spoken).toEqual(['Hall 40%. Bath 40%'])
  })

  it('sums up what many say', async () => {
    const { clock, spoken, notify } = setUpList()
    for (let number = 1; number <= 6; number += 1) notify(String(number), `${number} moves`, false)
    await clock.advance(2_500)
    expect(spoken).toEqual(['Three closed'])
  })
})
