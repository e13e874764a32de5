// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Facts } from './facts.tsx'

afterEach(cleanup)

it('facts leave out what is not known, and no dot is among their words', () => {
  const { container } = render(<Facts facts={['now', null, '', '10.0.0.1']} />)
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent?.trim())).toEqual([
    'now',
    '10.0.0.1',
  ])
  expect(container.textContent?.trim()).toBe('now 10.0.0.1')
})
