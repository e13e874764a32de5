import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import {
  type AddDraft,
  addDraftOf,
  addRefusal,
  addRequestOf,
  assignDraftOf,
  assignRefusal,
  partChoices,
  proposedParts,
  validateAdd,
} from './add-draft.ts'
import { type FoundDevice, foundDevices, ownHardware } from './found-devices.ts'
import { AWNING, CONTACT, entityOf, LOCK } from './testing/entities.ts'

const found = (...entities: Parameters<typeof foundDevices>[0]): FoundDevice => {
  const [device] = foundDevices(entities, 'en')
  if (device === undefined) throw new Error('nothing was found')
  return device
}
const DOOR = found(LOCK, CONTACT)
const doorDraft = (changes: Partial<AddDraft> = {}): AddDraft => ({ ...addDraftOf(DOOR), ...changes })
const CODE_LOCK = entityOf({
  ...LOCK,
  limitations: [{ code: 'code_required', part: null, detail: null }],
})

describe('the form of a found device', () => {
  it('opens with what is suggested', () => {
    expect(addDraftOf(found(entityOf()))).toMatchObject({
      devicetype: 'textile_screen',
      name: 'Kitchen',
      parts: { cover: 'kitchen' },
      isInverted: null,
    })
  })

  it('has no type if none is suggested', () => {
    expect(addDraftOf(found(entityOf({ suggestedType: null })))).toMatchObject({
      devicetype: null,
      parts: {},
    })
  })

  it('[HW25] makes one door of a lock and a contact', () => {
    expect(doorDraft()).toMatchObject({
      devicetype: 'home_door',
      parts: { lock: 'lock', contact: 'contact' },
    })
  })

  it('takes the contact of a lock for the lock', () => {
    const bolt = entityOf({ ...CONTACT, id: 'bolt', deviceClass: 'lock' })
    expect(proposedParts('home_door', found(bolt, LOCK, CONTACT))).toEqual({
      lock: 'lock',
      contact: 'contact',
      lockContact: 'bolt',
    })
  })

  it('never proposes what a switch is for', () => {
    const relay = entityOf({ ...CONTACT, id: 'relay', kind: 'switch', source: 'shelly' })
    expect(proposedParts('home_door', found(relay))).toEqual({})
  })

  it('offers parts of other devices too', () => {
    const other = found(entityOf({ ...CONTACT, id: 'window', device: null }))
    const idsOf = (part: string) =>
      partChoices('home_door', DOOR, [other])
        .find((choice) => choice.part === part)
        ?.entities.map(({ entity }) => entity.id)
    expect(idsOf('contact')).toEqual(['contact', 'window'])
  })

  it('takes only the relay of a Shelly as a strike', () => {
    const relay = (source: 'shelly' | 'tasmota') => found(entityOf({ ...CONTACT, kind: 'switch', source }))
    const parts = (of: FoundDevice) => partChoices('home_door', of, []).map(({ part }) => part)
    expect(parts(relay('shelly'))).toContain('strike')
    expect(parts(relay('tasmota'))).not.toContain('strike')
  })
})

describe('what is wrong with the form', () => {
  it.each([
    ['an empty name', doorDraft({ name: ' ' }), { name: 'nameEmpty' }],
    ['a long name', doorDraft({ name: 'x'.repeat(21) }), { name: 'nameInvalid' }],
    ['a name in use', doorDraft({ name: 'HALL' }), { name: 'nameInUse' }],
    ['no type', doorDraft({ devicetype: null }), { devicetype: 'typeMissing' }],
    ['a door of nothing', doorDraft({ parts: { lock: '' } }), { parts: 'doorEmpty' }],
    [
      'one thing as two parts',
      doorDraft({ parts: { contact: 'contact', lockContact: 'contact' } }),
      { parts: 'partTwice' },
    ],
    ['a light of nothing', doorDraft({ devicetype: 'light', parts: {} }), { parts: 'lightEmpty' }],
    ['nothing', doorDraft(), {}],
  ])('with %s', (_, draft, errors) => {
    expect(validateAdd(draft, ['Hall'], [LOCK, CONTACT])).toEqual(errors)
  })

  it('[HW25] the direction of an awning must be chosen', () => {
    const draft = addDraftOf(found(AWNING))
    expect(validateAdd(draft, [], [AWNING])).toEqual({ isInverted: 'directionMissing' })
    expect(validateAdd({ ...draft, isInverted: false }, [], [AWNING])).toEqual({})
  })

  it('[HW33] a lock with a code needs it', () => {
    expect(validateAdd(doorDraft(), [], [CODE_LOCK])).toEqual({ lockCode: 'codeMissing' })
  })

  it.each([
    ['device_name_in_use', undefined, { name: 'nameInUse' }],
    ['device_unsupported_action', undefined, { devicetype: 'unfit' }],
    ['data_missing', 'motorInverted', { isInverted: 'directionMissing' }],
    ['malformed_request', 'name', { name: 'nameInvalid' }],
    ['entity_in_use', undefined, null],
  ])('by the server: %s', (error, key, errors) => {
    expect(addRefusal(new ApiFailure(409, { error, error_description: '', key }))).toEqual(errors)
  })
})

describe('the request', () => {
  it('names the parts of a door', () => {
    expect(addRequestOf(doorDraft({ name: ' Hall ' }), 'home_door', [LOCK])).toEqual({
      ids: ['lock', 'contact'],
      devicetype: 'home_door',
      name: 'Hall',
      parts: { lock: 'lock', contact: 'contact' },
    })
  })

  it('[HW27] has the direction where it was chosen, of a pergola that of its louvers', () => {
    const draft = { ...addDraftOf(found(AWNING)), isInverted: true }
    expect(addRequestOf(draft, 'awning', []).settings).toEqual({ motorInverted: true })
    expect(addRequestOf({ ...draft, isInverted: false }, 'awning', []).settings).toEqual({
      motorInverted: false,
    })
    expect(addRequestOf(draft, 'pergola', []).settings).toEqual({ inclinationInverted: true })
    expect(addRequestOf({ ...draft, isInverted: null }, 'roller_shutter', []).settings).toBeUndefined()
  })

  it('[HW33] has the code of a lock that needs one', () => {
    const draft = doorDraft({ lockCode: '1234' })
    expect(addRequestOf(draft, 'home_door', [CODE_LOCK]).settings).toEqual({ lockCode: '1234' })
    expect(addRequestOf(draft, 'home_door', [LOCK]).settings).toBeUndefined()
  })
})

describe('the form that gives a device other hardware', () => {
  const now = (id: string) => entityOf({ id, token: 'shade', part: 'cover' })
  const shade = (devicetype: 'roller_shutter' | 'awning', motorInverted: boolean) => ({
    ...deviceOf({ id: 'shade', name: 'Kitchen', devicetype }),
    settings: { motorInverted },
  })
  const draftOf = (device: ReturnType<typeof shade>) =>
    assignDraftOf(device, ownHardware([now('old'), entityOf({ id: 'free' })], device))

  it('opens with what the device is now', () => {
    expect(draftOf(shade('roller_shutter', true))).toMatchObject({
      devicetype: 'roller_shutter',
      parts: { cover: 'old' },
      isInverted: true,
    })
    expect(draftOf(shade('roller_shutter', false)).isInverted).toBeNull()
  })

  it('asks again where an awning is', () => {
    const draft = draftOf(shade('awning', true))
    expect(validateAdd(draft, [], [now('old')])).toEqual({ isInverted: 'directionMissing' })
  })

  it('names what cannot do what the old hardware can', () => {
    expect(
      assignRefusal(new ApiFailure(409, { error: 'device_unsupported_action', error_description: '' })),
    ).toEqual({
      parts: 'unable',
    })
  })
})
