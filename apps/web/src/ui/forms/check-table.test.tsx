// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CheckTable } from './check-table.tsx'

afterEach(cleanup)

const show = () => {
  const onChange = vi.fn()
  render(
    <CheckTable
      label="Doors"
      columns={[
        { value: 'push', icon: 'light', label: 'on devices' },
        { value: 'mail', icon: 'mail', label: 'by e-mail' },
      ]}
      rows={[
        { value: 'open', label: 'Door open', ticked: { push: true, mail: false } },
        { value: 'login', label: 'Log-in', ticked: { push: true, mail: true }, fixed: ['mail'] },
      ]}
      onChange={onChange}
    />,
  )
  return onChange
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const stops = () => screen.getAllByRole('checkbox').filter(({ tabIndex }) => tabIndex === 0)

it('has a checkbox for each row and column, named by both', () => {
  const onChange = show()
  expect(box('Door open, on devices').checked).toBe(true)
  expect(box('Door open, by e-mail').checked).toBe(false)
  fireEvent.click(box('Door open, by e-mail'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('open', 'mail', true)
})

it('keeps what cannot be changed', () => {
  const onChange = show()
  const fixed = box('Log-in, by e-mail')
  expect(fixed.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(fixed)
  expect(onChange).not.toHaveBeenCalled()
  expect(fixed.checked).toBe(true)
})

it('is one stop of the Tab key, inside which the arrow keys move', () => {
  show()
  expect(stops()).toEqual([box('Door open, on devices')])
  box('Door open, on devices').focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  press('ArrowRight')
  expect(document.activeElement).toBe(box('Door open, by e-mail'))
  press('ArrowDown')
  expect(document.activeElement).toBe(box('Log-in, by e-mail'))
  expect(stops()).toEqual([box('Log-in, by e-mail')])
  press('ArrowDown')
  press('Home')
  expect(document.activeElement).toBe(box('Log-in, on devices'))
  press('ArrowUp')
  press('End')
  expect(document.activeElement).toBe(box('Door open, by e-mail'))
})
