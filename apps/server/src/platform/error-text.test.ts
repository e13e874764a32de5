import { describe, expect, it } from 'vitest'
import { describeError } from './error-text.ts'

describe('what a log says of an error', () => {
  it('leaves out the parameters of a failed query and the values that PostgreSQL repeats', () => {
    const database = Object.assign(
      new Error('duplicate key value violates unique constraint "accounts_email"'),
      {
        name: 'DatabaseError',
        code: '23505',
        detail: 'Key (email)=(ana@example.com) already exists.',
        parameters: ['ana@example.com'],
      },
    )
    const query = new Error(
      'Failed query: insert into accounts values ($1, $2)\nparams: ana@example.com,$argon2id$secret',
      {
        cause: database,
      },
    )
    const described = describeError(query)
    expect(described).toMatchObject({
      type: 'Error',
      message: 'Failed query: insert into accounts values ($1, $2)',
      cause: { type: 'DatabaseError', code: '23505' },
    })
    expect(described.stack).toMatch(/error-text\.test\.ts/)
    expect(JSON.stringify(described)).not.toMatch(/ana@example|argon2id/)
  })

  it('stops at a circular chain of causes', () => {
    const error = new Error('round')
    error.cause = error
    expect(JSON.stringify(describeError(error))).toMatch(/round/)
  })

  it('says nothing of what is not an error', () => {
    expect(describeError('secret')).toEqual({ type: 'string', message: 'not an Error', stack: '' })
  })
})
