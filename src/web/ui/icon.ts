/** How icons are drawn beside words; what they mean is said by the words. */
export const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
