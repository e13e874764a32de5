// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

afterEach(cleanup)

function Title({ name }: { name: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, name)
  return <h1 ref={heading}>{name}</h1>
}

const Page = ({ title, isLoaded }: { title: string; isLoaded: boolean }) =>
  isLoaded ? (
    <section>
      <Title name={title} />
    </section>
  ) : (
    <Title name={title} />
  )
const heading = () => screen.getByRole('heading', { level: 1 })
const focusHeading = () => {
  heading().tabIndex = -1
  heading().focus()
}

it('keeps the focus on its title when the rest of the screen comes', () => {
  const { rerender } = render(<Page title="Hallway" isLoaded={false} />)
  const before = heading()
  focusHeading()
  rerender(<Page title="Hallway" isLoaded />)
  expect(heading()).not.toBe(before)
  expect(document.activeElement).toBe(heading())
})

it('takes no focus that it did not have, nor that of another title', () => {
  const { rerender } = render(<Page title="Hallway" isLoaded={false} />)
  rerender(<Page title="Hallway" isLoaded />)
  expect(document.activeElement).toBe(document.body)
  focusHeading()
  rerender(<Page title="Study" isLoaded={false} />)
  expect(document.activeElement).toBe(document.body)
})
