// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Field, PasswordField } from './field.tsx'

afterEach(cleanup)

/** The words that describe a field to a screen reader. */
const describedBy = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

describe('a field', () => {
  it('is described by what is wrong with what was written', () => {
    render(<Field label="Name" hint="At most 20 characters" error="Too long" />)
    const field = screen.getByLabelText('Name')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(field)).toBe('Too long')
  })

  it('is described by its hint while nothing is wrong', () => {
    render(<Field label="Name" hint="At most 20 characters" />)
    const field = screen.getByLabelText('Name')
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
    expect(describedBy(field)).toBe('At most 20 characters')
  })

  it('of a password shows it and hides it again', () => {
    render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" />)
    const type = () => screen.getByLabelText('Password').getAttribute('type')
    expect(type()).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(type()).toBe('text')
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(type()).toBe('password')
  })
})
