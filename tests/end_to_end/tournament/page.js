// page.js - what page.py runs inside of a page.

// The groups of names in which two have one colour.
function alike() {
    const names = [...Array(40).keys()].map((i) => `p${i}`);
    page.data.manifest.entrants = names.map((name) => ({ name }));
    colours.clear();
    return names.flatMap((_, from) => [1, 3, 10, 20].map((by) =>
        [...Array(10).keys()].map((i) =>
            names[(from + i * by + (i * by >= 40 ? 1 : 0)) % 40])))
        .map((some) => [...new Set(some)])
        .filter((some) => new Set(some.map((name) => colourOf(name, some)))
            .size < some.length);
}

function light(text) {
    return text.match(/[\d.]+/g).slice(0, 3).map((one) => one / 255)
        .map((one) => one <= 0.03928 ? one / 12.92 :
            ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
}

function ratio(a, b) {
    return (Math.max(light(a), light(b)) + 0.05) /
        (Math.min(light(a), light(b)) + 0.05);
}

// The classes of what cannot be read, or not be seen on a card.
function unreadable() {
    const card = getComputedStyle(document.querySelector(".card"));
    const classes = [..."0123456789"].map((i) => `game c${i}`).concat(
        ["red", "yellow", "green", "blue", "side0", "side1"].map(
            (one) => `dot initial ${one}`));

    return classes.filter((className) => {
        const { color, backgroundColor } = getComputedStyle(
            document.body.appendChild(Object.assign(
                document.createElement("b"), { className })));

        return ratio(color, backgroundColor) < 4.5 ||
            className.startsWith("game") &&
            ratio(backgroundColor, card.backgroundColor) < 4.5;
    });
}
