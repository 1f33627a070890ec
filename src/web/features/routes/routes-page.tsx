export function RoutesPage() {
  return null;
}
