/** Made by `build/theme-variables.ts`. */
declare module 'virtual:theme-variables.css';
