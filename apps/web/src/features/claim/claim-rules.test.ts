import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { claimFaults, claimRefusal } from './claim-rules.ts'

const NO_ROOM = { kind: 'none' } as const

describe('spec §5, Device name', () => {
  it.each([
    ['', 'nameEmpty'],
    ['   ', 'nameEmpty'],
    ['Living room, south 20', 'nameInvalid'],
    ['Living room, south 2', null],
    ['Улазна врата', null],
    ['  padded to more than 20  ', 'nameInvalid'],
    ['line\nbreak', 'nameInvalid'],
  ])('%j: %s', (name, fault) => {
    expect(claimFaults('code', name, NO_ROOM, [])).toEqual({ code: null, name: fault, room: null })
  })

  it('wants a code', () => {
    expect(claimFaults(' ', 'Door', NO_ROOM, [])).toEqual({ code: 'codeEmpty', name: null, room: null })
  })

  it.each([
    ['', 'roomEmpty'],
    ['KITCHEN ', 'roomInUse'],
    ['A room of more than twenty', 'nameInvalid'],
    ['Attic', null],
  ])('a new room named %j: %s', (name, fault) => {
    const faults = claimFaults('code', 'Door', { kind: 'new', name }, [{ name: 'Kitchen' }])
    expect(faults).toEqual({ code: null, name: null, room: fault })
  })

  it.each([
    ['device_name_in_use', undefined, { code: null, name: 'nameInUse', room: null }],
    ['device_not_exist', undefined, { code: 'codeUnknown', name: null, room: null }],
    ['malformed_request', 'name', { code: null, name: 'nameInvalid', room: null }],
    ['malformed_request', 'claimCode', { code: 'codeUnknown', name: null, room: null }],
    ['internal_error', undefined, null],
  ])('%s is said by its field', (error, key, faults) => {
    const failure = new ApiFailure(400, {
      error,
      error_description: '',
      ...(key === undefined ? {} : { key }),
    })
    expect(claimRefusal(failure)).toEqual(faults)
  })
})
