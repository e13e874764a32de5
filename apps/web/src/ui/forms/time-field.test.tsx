// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { clockOf } from './clock.ts'
import { TimeField } from './time-field.tsx'

afterEach(cleanup)

it.each([
  ['7', '07:00'],
  ['730', '07:30'],
  ['0730', '07:30'],
  ['7.30', '07:30'],
  [' 7 30 ', '07:30'],
  ['23:59', '23:59'],
  ['24:00', '24:00'],
  ['7:60', '7:60'],
  ['soon', 'soon'],
  ['', ''],
])('reads %j as %j', (typed, clock) => {
  expect(clockOf(typed)).toBe(clock)
})

it('shows what is typed as it is, and the time that it means once the field is left or Enter is pressed', () => {
  const changes: string[] = []
  function Owner() {
    const [value, setValue] = useState('07:00')
    return (
      <TimeField
        label="Time"
        value={value}
        onChange={(clock) => {
          changes.push(clock)
          setValue(clock)
        }}
      />
    )
  }
  render(<Owner />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time' })
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  type('0815')
  expect(field.value).toBe('0815')
  expect(changes).toEqual(['08:15'])
  fireEvent.blur(field)
  expect(field.value).toBe('08:15')
  expect(changes).toEqual(['08:15'])
  type('9')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(field.value).toBe('09:00')
  type('')
  expect(changes).toEqual(['08:15', '9', '09:00', ''])
})

it('is empty again once it is emptied and left', () => {
  let value = '07:00'
  const show = () => <TimeField label="Not before" value={value} onChange={(clock) => (value = clock)} />
  const { rerender } = render(show())
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Not before' })
  fireEvent.change(field, { target: { value: '' } })
  rerender(show())
  fireEvent.blur(field)
  rerender(show())
  expect([value, field.value]).toEqual(['', ''])
})
