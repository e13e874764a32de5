import { describe, expect, it } from 'vitest'
import { readBearer } from './identify.ts'

describe('readBearer', () => {
  it.each([
    [undefined, { kind: 'none' }],
    ['', { kind: 'none' }],
    ['Basic YTpi', { kind: 'none' }],
    ['Bearerly x', { kind: 'none' }],
    ['Bearer', { kind: 'unreadable' }],
    ['Bearer a b', { kind: 'unreadable' }],
    ['Bearer ž', { kind: 'unreadable' }],
    [`Bearer ${'x'.repeat(513)}`, { kind: 'unreadable' }],
    ['Bearer abc-_1', { kind: 'token', token: 'abc-_1' }],
    ['bearer  abc', { kind: 'token', token: 'abc' }],
  ])('reads %j', (header, expected) => {
    expect(readBearer(header)).toEqual(expected)
  })
})
