import { describe, expect, it } from 'vitest'
import { fakeClock } from '#core/testing/fakes.ts'
import { createDeviceSpeech, createListSpeech } from './speech.ts'

const setUp = (create: typeof createDeviceSpeech) => {
  const clock = fakeClock()
  const said: string[] = []
  return { clock, said, tell: create(clock, (words) => said.push(words)) }
}

describe('the voice of one device', () => {
  it('says what happens at once and in order, however quickly it follows', async () => {
    const { clock, said, tell } = setUp(createDeviceSpeech)
    tell('door', 'Unlocked', false)
    expect(said).toEqual(['Unlocked'])
    tell('door', 'Locked', false)
    tell('door', 'Unlocked', false)
    expect(said).toEqual(['Unlocked'])
    await clock.advance(600)
    expect(said).toEqual(['Unlocked', 'Locked', 'Unlocked'])
  })

  it('says of passing words the newest, every 2.5 seconds at most', async () => {
    const { clock, said, tell } = setUp(createDeviceSpeech)
    for (let percent = 1; percent <= 20; percent += 1) {
      tell('light', `${percent}%`, true)
      await clock.advance(250)
    }
    expect(said).toEqual(['1%', '10%', '20%'])
  })

  it('drops passing words when the device comes to rest', async () => {
    const { clock, said, tell } = setUp(createDeviceSpeech)
    tell('light', '1%', true)
    tell('light', '2%', true)
    await clock.advance(400)
    tell('light', '100%', false)
    expect(said).toEqual(['1%', '100%'])
    await clock.advance(10_000)
    expect(said).toHaveLength(2)
  })
})

describe('the voice of a list', () => {
  it('says the newest words of each device after a pause', async () => {
    const { clock, said, tell } = setUp(createListSpeech)
    tell('a', 'A 1', false)
    tell('b', 'B 1', false)
    tell('a', 'A 2', false)
    await clock.advance(2_499)
    expect(said).toEqual([])
    await clock.advance(1)
    expect(said).toEqual(['A 2. B 1'])
    tell('b', 'B 2', false)
    await clock.advance(2_500)
    expect(said).toEqual(['A 2. B 1', 'B 2'])
  })
})

it.each([createDeviceSpeech, createListSpeech])('words are said without soft hyphens', async (create) => {
  const { clock, said, tell } = setUp(create)
  tell('light', 'Unbe\u00ADkannt', false)
  await clock.advance(2_500)
  expect(said).toEqual(['Unbekannt'])
})

describe('the voice of a list', () => {
  const setUpList = () => {
    const clock = fakeClock()
    const said: string[] = []
    return {
      clock,
      said,
      tell: createListSpeech(
        clock,
        (words) => said.push(words),
        () => 'Three closed',
      ),
    }
  }

  it('names each of a few devices', async () => {
    const { clock, said, tell } = setUpList()
    for (const name of ['Hall', 'Bath']) tell(name, `${name} 40%`, false)
    await clock.advance(2_500)
    expect(said).toEqual(['Hall 40%. Bath 40%'])
  })

  it('sums up what many say', async () => {
    const { clock, said, tell } = setUpList()
    for (let number = 1; number <= 6; number += 1) tell(String(number), `${number} moves`, false)
    await clock.advance(2_500)
    expect(said).toEqual(['Three closed'])
  })
})
