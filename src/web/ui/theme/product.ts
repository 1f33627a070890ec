export const PRODUCT = 'Gatehouse';
