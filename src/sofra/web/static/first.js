// Runs before anything is drawn: with scripts, what is only for pages without them stays hidden from the start, and a table that
// is looked at as one big picture is one.
{
  const { classList } = document.documentElement;
  const picture = () => classList.toggle("tv", location.hash === "#tv");
  classList.add("js");
  picture();
  addEventListener("hashchange", picture);
}
