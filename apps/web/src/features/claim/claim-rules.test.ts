import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#core/failures.ts'
import { claimFaults, claimRefusal } from './claim-rules.ts'

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
    expect(claimFaults('code', name)).toEqual({ code: null, name: fault })
  })

  it('wants a code', () => {
    expect(claimFaults(' ', 'Door')).toEqual({ code: 'codeEmpty', name: null })
  })

  it.each([
    ['device_name_in_use', undefined, { code: null, name: 'nameInUse' }],
    ['device_not_exist', undefined, { code: 'codeUnknown', name: null }],
    ['malformed_request', 'name', { code: null, name: 'nameInvalid' }],
    ['malformed_request', 'claimCode', { code: 'codeUnknown', name: null }],
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
