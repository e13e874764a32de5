import { describe, expect, it } from 'vitest'
import { topicMatches } from './topic-filter.ts'

describe('topicMatches', () => {
  it.each([
    ['an exact topic', 'a/b', 'a/b', true],
    ['another topic', 'a/b', 'a/c', false],
    ['a shorter topic', 'a/b', 'a', false],
    ['a longer topic', 'a/b', 'a/b/c', false],
    ['one level', 'a/+/c', 'a/b/c', true],
    ['one empty level', 'a/+/c', 'a//c', true],
    ['not two levels with one plus', 'a/+', 'a/b/c', false],
    ['everything below', 'a/#', 'a/b/c', true],
    ['the parent of a hash', 'a/#', 'a', true],
    ['everything', '#', 'a/b', true],
    ['no system topic with a leading hash', '#', '$SYS/x', false],
    ['no system topic with a leading plus', '+/x', '$SYS/x', false],
    ['a system topic by its name', '$SYS/#', '$SYS/x', true],
  ])('matches %s', (_name, filter, topic, expected) => {
    expect(topicMatches(filter, topic)).toBe(expected)
  })
})
