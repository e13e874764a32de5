import { describe, expect, it } from 'vitest'
import { createLogger, type LogFormat } from './logger.ts'

function logWith(format: LogFormat): string {
  let printed = ''
  const logger = createLogger('info', format, {
    write: (line) => {
      printed += line
    },
  })
  logger.info({ folder: '/data/postgres' }, 'PostgreSQL is running')
  logger.warn({ err: new Error('no answer'), key: 5 }, 'The weather provider could not be queried')
  logger.error('The broker failed')
  logger.debug('Not printed')
  logger.info('')
  return printed
}

describe('the log', () => {
  it('is plain lines for a person, without stacks and times', () => {
    expect(logWith('text').split('\n')).toEqual([
      'PostgreSQL is running (folder: /data/postgres)',
      'Warning: The weather provider could not be queried: no answer (key: 5)',
      'Error: The broker failed',
      '',
    ])
  })

  it('is one JSON object a line for a program', () => {
    const entries = logWith('json')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries).toMatchObject([
      { level: 30, folder: '/data/postgres', msg: 'PostgreSQL is running' },
      { level: 40, err: { message: 'no answer', stack: expect.stringContaining('at ') } },
      { level: 50, msg: 'The broker failed' },
    ])
  })
})
