import { expect, it } from 'vitest';
import {
  pauseSentence,
  progressSentence,
  resultSentence,
  startSentence,
} from '#web/features/routes/list/check-sentences.ts';

it('tells the time only where it is worth planning', () => {
  expect(startSentence(1, 0)).toBe('Checking 1 route…');
  expect(startSentence(1200, 720_000)).toBe('Checking 1,200 routes, about 12 min…');
  expect(progressSentence(300, 1200, 540_000)).toBe('Checked 300 of 1,200, about 9 min left.');
  expect(progressSentence(1190, 1200, 0)).toBe('Checked 1,190 of 1,200.');
});

it('says that a pause ends by itself', () => {
  expect(pauseSentence(29_400)).toBe('The service asks to wait 30 s. Checking goes on after that.');
});

it('says what was reached, and why no more', () => {
  expect(resultSentence(6, 6)).toBe('Checked 6 routes.');
  expect(resultSentence(2, 6)).toBe('Stopped after 2 of 6. What was read before stays.');
  expect(resultSentence(2, 6, 'You are offline.')).toBe(
    'Stopped after 2 of 6. You are offline. What was read before stays.',
  );
});
